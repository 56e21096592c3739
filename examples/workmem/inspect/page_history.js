"use strict";

// What the page was given, and the records of all memories as they were after a step. Patches are
// applied as they come: what they mean to a memory, the program has found out.
const data = JSON.parse(document.getElementById("data").textContent);

const timeline = (() => {
    const steps = [], patches = [], values = [];
    // Records by number: where they are, and their fields where they are there.
    const where = [], records = [], numbers = new Map();
    const held = [];
    // The steps that touch each record, and what it is called, last.
    const touched = [], titles = [];
    const times = new Set();

    /// The record of a part and section with that key, which is made where there is none.
    const numberOf = (part, section, key) => {
        const name = `${part} ${section} ${key}`;
        let number = numbers.get(name);
        if (number === undefined) {
            numbers.set(name, number = where.length);
            where.push({ part, section: data.sections[section], key });
            records.push(null);
            touched.push([]);
            titles.push(key);
        }
        return number;
    };
    // Records and values have numbers of their own in each piece of data; the rest has not.
    const addPatch = (patch, given, before, titleFields) => {
        for (let j = 0; j < patch.length; j += 2) {
            const number = patch[j] = given[patch[j]], changes = patch[j + 1];
            touched[number].push(patches.length);
            for (let k = 0; changes !== 0 && k < changes.length; k += 2) {
                const field = changes[k] >> 2, form = changes[k] & 3;
                if (form === 1) changes[k + 1] += before;
                if (form === 3) times.add(data.fields[field]);
                else if (form < 2 && titleFields.has(field)) titles[number] = form === 1 ? values[changes[k + 1]] : changes[k + 1];
            }
        }
        patches.push(patch);
    };
    /// Takes in steps with what they do: the first ones, or more behind those that are there.
    const add = from => {
        for (const name of ["parts", "sections", "fields", "kinds", "actors", "notes"]) data[name] = from[name];
        while (held.length < data.parts.length) held.push(new Map());
        const before = values.length, given = [];
        for (const value of from.values) values.push(value);
        for (let i = 0; i < from.records.length; i += 3)
            given.push(numberOf(from.records[i], from.records[i + 1], from.records[i + 2]));
        const titleFields = new Set(["name", "title", "text", "content", "choice", "question", "message", "path", "what"].map(name => data.fields.indexOf(name)));
        const lastOf = data.parts.map(() => 0);
        let time = 0;
        for (let i = 0; i < from.patches.length; ++i) {
            time += from.steps.time[i];
            const part = from.steps.part[i];
            lastOf[part] += from.steps.sequence[i];
            steps.push({
                time, part, sequence: lastOf[part], kind: data.kinds[from.steps.kind[i]],
                actor: data.actors[from.steps.actor[i]], changes: from.steps.changes[i],
            });
            addPatch(from.patches[i], given, before, titleFields);
        }
    };

    const sectionOf = number => {
        const { part, section } = where[number];
        let found = held[part].get(section);
        if (!found) held[part].set(section, found = new Set());
        return found;
    };
    const come = number => {
        sectionOf(number).add(number);
        return records[number] = Object.create(null);
    };
    const leave = number => {
        sectionOf(number).delete(number);
        records[number] = null;
    };
    const valueOf = (form, value, step) =>
        form === 1 ? values[value] : form === 3 ? step.time + value : value;

    // What a step replaced: [record, its fields or null, …] from before, in the order of its patch.
    const undo = [];
    const apply = i => {
        const patch = patches[i], back = undo[i] ? null : [];
        for (let j = 0; j < patch.length; j += 2) {
            const number = patch[j], changes = patch[j + 1];
            let record = records[number];
            if (back) back.push(number, record === null ? null : []);
            if (changes === 0) {
                if (back) back[back.length - 1] = record;
                leave(number);
                continue;
            }
            record ??= come(number);
            const was = back && back[back.length - 1];
            for (let k = 0; k < changes.length; k += 2) {
                const name = data.fields[changes[k] >> 2], form = changes[k] & 3;
                if (was) was.push(name, record[name]);
                if (form === 2) delete record[name];
                else record[name] = valueOf(form, changes[k + 1], steps[i]);
            }
        }
        if (back) undo[i] = back;
    };
    const revert = i => {
        const back = undo[i];
        for (let j = back.length - 2; j >= 0; j -= 2) {
            const number = back[j], was = back[j + 1];
            if (was === null) {
                leave(number);
            } else if (Array.isArray(was)) {
                for (let k = was.length - 2; k >= 0; k -= 2)
                    if (was[k + 1] === undefined) delete records[number][was[k]];
                    else records[number][was[k]] = was[k + 1];
            } else {
                Object.assign(come(number), was);
            }
        }
    };

    let at = -1;
    add(data);
    return {
        steps, where, add,
        /// The fields that are times.
        times,
        title: number => titles[number] || where[number].section,
        /// The records that a step changes.
        recordsOf: step => patches[step].filter((_, i) => i % 2 === 0),
        get at() { return at; },
        /// Brings the records to where they were after a step.
        goTo(step) {
            while (at < step) apply(++at);
            while (at > step) revert(at--);
        },
        get now() { return at < 0 ? 0 : steps[at].time; },
        record: number => records[number],
        /// [number, record] of a section of a part.
        all(part, section) {
            return [...held[part].get(section) ?? []].map(number => [number, records[number]]);
        },
        head(part) { return this.all(part, "head")[0]?.[1] ?? {}; },
        count(part, section) { return held[part].get(section)?.size ?? 0; },
        /// The last step up to the present one that changed a record.
        lastChange(number) {
            const list = touched[number];
            let low = 0, high = list.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (list[middle] <= at) low = middle + 1; else high = middle;
            }
            return low === 0 ? -1 : list[low - 1];
        },
        /// What the present step did: [{number, gone, fields: [[name, before, after]]}].
        difference() {
            const out = [];
            if (at < 0) return out;
            const back = undo[at];
            for (let j = 0; j < back.length; j += 2) {
                const number = back[j], was = back[j + 1], changes = patches[at][j + 1];
                const before = new Map();
                if (Array.isArray(was))
                    for (let k = 0; k < was.length; k += 2) before.set(was[k], was[k + 1]);
                const fields = [];
                for (let k = 0; changes !== 0 && k < changes.length; k += 2) {
                    const name = data.fields[changes[k] >> 2], form = changes[k] & 3;
                    fields.push([name, before.get(name), form === 2 ? undefined : valueOf(form, changes[k + 1], steps[at])]);
                }
                out.push({ number, gone: changes === 0, isNew: was === null, fields });
            }
            return out;
        },
    };
})();
