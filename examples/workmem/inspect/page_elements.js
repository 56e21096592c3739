// What the page is made of. Stored text comes into it as text only.

// A control character, or one that turns text around, is shown as its number.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const shown = text => String(text).replace(hidden, c => `\\u{${c.codePointAt(0).toString(16)}}`);

/// An element: `make("p", {class: "dim"}, "text", other, …)`. Texts become text; what is null or
/// false is left out.
const make = (name, facts, ...content) => {
    const out = document.createElement(name);
    for (const [fact, value] of Object.entries(facts ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (fact.startsWith("on")) out.addEventListener(fact.slice(2), value);
        else if (fact === "style") for (const [property, to] of Object.entries(value)) out.style.setProperty(property, to);
        else out.setAttribute(fact, value === true ? "" : value);
    }
    for (const each of content.flat(Infinity))
        if (each !== null && each !== undefined && each !== false) out.append(each);
    return out;
};
/// Stored text, kept apart from what stands around it.
const said = text => make("bdi", null, shown(text));
const chip = (text, kind) => make("span", { class: `chip ${kind ?? ""}` }, shown(text));

const momentOf = time => new Date(time).toISOString().replace("T", " ").replace(/\.\d+Z$|Z$/, "");
/// So long, in its largest unit.
const span = milliseconds => {
    const units = [["d", 86400e3], ["h", 3600e3], ["min", 60e3], ["s", 1e3]];
    for (const [name, size] of units)
        if (milliseconds >= size) return `${Math.floor(milliseconds / size)} ${name}`;
    return `${milliseconds} ms`;
};
const ago = time => {
    const gone = timeline.now - time;
    return gone === 0 ? "now" : gone > 0 ? `${span(gone)} ago` : `in ${span(-gone)}`;
};
const moment = time => make("time", { datetime: new Date(time).toISOString(), title: `${momentOf(time)} UTC` }, ago(time));

/// A value of any kind as text.
const asText = (name, value) => {
    if (value === undefined) return "";
    if (typeof value === "string") return value;
    if (typeof value === "number" && timeline.times.has(name)) return `${momentOf(value)} UTC`;
    if (Array.isArray(value) && value.every(each => typeof each !== "object")) return value.join(", ");
    if (Array.isArray(value) && value.every(each => each && typeof each.task === "string")) return value.map(each => each.task).join(", ");
    if (value && typeof value === "object" && !Array.isArray(value))
        return Object.entries(value).map(([key, of]) => `${key}: ${asText(key, of)}`).join(", ");
    return JSON.stringify(value);
};

/// Fields that have a value, as a list of names and values.
const facts = (record, names) => {
    const list = names.filter(name => record[name] !== undefined && record[name] !== "");
    if (list.length === 0) return null;
    return make("dl", null, list.map(name => [make("dt", null, shown(name.replace(/_/g, " "))), make("dd", null, said(asText(name, record[name])))]));
};
const ownFields = record => Object.keys(record).filter(name => !name.startsWith("_"));

/// A bar that says how much of a limit is used.
const meter = (label, value, most) => make("div", null,
    make("div", { class: "head" }, make("span", { class: "grow" }, label), make("span", null, `${value} of ${most}`)),
    make("div", { class: "meter", role: "meter", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": most, "aria-valuenow": value },
        make("span", { class: value > .8 * most ? "over" : "", style: { width: `${Math.min(100, 100 * value / most)}%` } })));

/// As many rows as a person looks through; a button shows more.
const rows = (list, row, facts = {}, most = 40) => {
    const out = make("ul", { class: "rows", ...facts });
    let next = 0;
    const more = make("button", { type: "button", onclick: () => add() });
    const add = () => {
        for (const end = Math.min(list.length, next + most); next < end; ++next) out.append(row(list[next]));
        more.hidden = next >= list.length;
        more.textContent = `Show more of ${list.length - next}`;
    };
    add();
    return [out, more];
};

const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
