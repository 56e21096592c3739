// The views of the memories but the plan, and what needs a look.

/// Where a record got what it says now: a button that goes there; and what can be done to it.
const whence = number => {
    const step = timeline.lastChange(number);
    if (step < 0) return null;
    const { time, kind, actor, changes } = timeline.steps[step];
    const by = changes > 1 ? `one of ${changes} changes` : `${kind}${actor ? ` by ${actor}` : ""}`;
    return [make("p", { class: "dim" }, "Last changed ", moment(time), ": ",
        step === timeline.at ? said(by) : make("button", { type: "button", class: "link", onclick: () => move(step) }, said(by))), actions(number)];
};

const levels = {
    returned: "one of what a tool returned in a list", read: "looked up by the program", offered: "named by the assistant",
    mentioned: "named by the user, or all that a tool returned", chosen: "what a reference meant", acted_on: "a tool call acted on it",
};
const ordinal = n => `${n}${n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th"}`;
const newestFirst = list => list.sort((a, b) => (b[1]._n ?? 0) - (a[1]._n ?? 0));

const goneList = part => {
    const list = timeline.all(part, "gone").map(([, each]) => each).sort((a, b) => b.at - a.at);
    return list.length > 0 && [make("h3", null, "What left"), rows(list, each => make("li", null,
        make("div", { class: "head" }, make("span", { class: "grow" }, each.type && [said(each.type), " "], said(each.name || each.what)), chip(each.why.replace(/_/g, " ")), moment(each.at))), { id: "gone" }, 10)];
};

const percent = confidence => `${Math.round((confidence ?? 0) / 1e4)} %`;
const answerList = part => {
    const names = new Map(timeline.all(part, "entities").map(([, each]) => [JSON.stringify([each.type, each.id]), each.name]));
    const what = (type, id) => {
        const name = names.get(JSON.stringify([type, id]));
        return name ? [said(type), " \"", said(name), "\" (", said(id), ")"] : [said(type), " ", said(id)];
    };
    const list = timeline.all(part, "answers").map(([, each]) => each).sort((a, b) => b.at - a.at);
    return list.length > 0 && [make("h3", null, "What was asked"), rows(list, each => make("li", null,
        make("div", { class: "head" }, make("span", { class: "grow" }, "\"", said(each.phrase), "\""), !each.meant && chip("stayed open", "alarm"), moment(each.at)),
        make("ul", null, (each.candidates ?? []).map(({ type, id, confidence, reason }, i) => make("li", { class: i < (each.meant ?? 0) ? "" : "dim" },
            make("a", { href: "#/search", onclick: () => { byId("query").value = id; } }, what(type, id)),
            ` ${percent(confidence)}`, reason && [": ", said(reason)])))), { id: "answers" }, 10)];
};

/// Asks the server what a reference would mean; a page in a file has none.
const whyForm = part => {
    if (!document.body.dataset.position) return null;
    const { stream } = data.parts[part];
    const told = make("pre", { id: "why", role: "status" });
    const text = make("input", { type: "text", id: "reference", autocomplete: "off" });
    const tell = async () => {
        const step = timeline.steps.findLast((each, i) => i <= timeline.at && data.parts[each.part].stream === stream);
        const at = timeline.at === timeline.steps.length - 1 ? "now" : step?.sequence ?? 0;
        const asked = [stream, at, text.value].map(encodeURIComponent).join("/");
        try {
            const answer = await fetch(`why/${asked}`);
            told.textContent = answer.ok ? await answer.text() : (await answer.json()).problem;
        } catch {
            told.textContent = "The server does not answer.";
        }
    };
    return make("form", { onsubmit: event => { event.preventDefault(); if (text.value) tell(); } },
        make("label", { for: "reference" }, "What would be meant by "), text, " ", make("button", null, "Why?"), told);
};

const windowView = part => {
    const head = timeline.head(part), list = newestFirst(timeline.all(part, "entities"));
    const limit = data.parts[part].limits.entities;
    return [
        make("h2", null, "Window of ", said(data.parts[part].stream)),
        make("p", { class: "dim" }, "The things that were seen, the latest touched first: what \"it\" and \"the second one\" are looked for in."),
        head.unread && make("p", null, chip("not understood", "alarm"), " the result of ", said(head.unread)),
        limit && meter("Entities", list.length, limit),
        whyForm(part),
        rows(list, ([number, each]) => make("li", { "data-id": each.id ?? "", "data-type": each.type },
            make("div", { class: "head" },
                make("span", { class: "grow" }, make("strong", null, said(each.name || each.id)), " ", make("span", { class: "dim" }, said(each.type), " ", said(String(each.id ?? "")))),
                each.timestamp !== undefined && moment(each.timestamp)),
            make("p", null, chip(each.strength ?? "mentioned", "ready"), ` ${levels[each.strength ?? "mentioned"]}`,
                each.rank ? `, the ${ordinal(each.rank)} of it` : "", each.observation ? `, result ${each.observation}` : "",
                each.accessCount ? `, used ${plural(each.accessCount, "time")} since` : ""),
            facts(each, ["slug", "attributes"]), whence(number)), { id: "entities" }),
        answerList(part), goneList(part),
    ];
};

const notesView = part => {
    const head = timeline.head(part), limits = data.parts[part].limits;
    const list = timeline.all(part, "items").sort((a, b) => a[1].number - b[1].number);
    const most = list.reduce((sum, [, each]) => Math.max(sum, each.tokens ?? 0), 1);
    const kind = each => each._goes ? "soon" : each.pinned ? "pinned" : "";
    return [
        make("h2", null, "Notes of ", said(data.parts[part].stream)),
        meter("Tokens", head.tokens ?? 0, limits.tokens), meter("Notes", head.items ?? 0, limits.items),
        list.length > 0 && make("div", { class: "stack", role: "img", "aria-label": "Tokens of each note, the oldest first; what goes next is marked" },
            list.map(([, each]) => make("span", { class: kind(each), title: shown(each.text.slice(0, 80)), style: { width: `${100 * (each.tokens ?? 0) / Math.max(limits.tokens, head.tokens ?? 0)}%` } }))),
        make("p", { class: "dim" }, "Limits are those that the program opens a store with; who opens it otherwise has others. ",
            `Turn ${head.step ?? 0}${head.pinned_tokens ? `, ${head.pinned_tokens} tokens are pinned` : ""}.`),
        rows(list, ([number, each]) => make("li", { "data-id": timeline.where[number].key },
            make("div", { class: "head" }, make("span", { class: "grow" }, each.key && make("strong", null, said(each.key), ": "), said(each.text)),
                each._goes && chip(`goes ${ordinal(each._goes)}`, "alarm"), each.forgotten && each._class !== "forgotten" && chip("forgotten"),
                chip(each._class.replace(/_/g, " "), { important: "ok", pinned: "held" }[each._class])),
            make("div", { class: "head" }, make("span", { class: "grow" }, make("div", { class: "meter", "aria-hidden": "true" }, make("span", { class: each._goes ? "over" : "", style: { width: `${100 * (each.tokens ?? 0) / most}%` } }))),
                make("span", null, `${plural(each.tokens ?? 0, "token")}, importance ${each.importance ?? .5}`)),
            facts(each, ["tags", "group", "metadata", "from", "timestamp", "accessed", "accessCount"]), whence(number)), { id: "items" }),
        goneList(part),
    ];
};

const sessionView = part => {
    const list = newestFirst(timeline.all(part, "memories")), outbox = timeline.all(part, "outbox");
    return [
        make("h2", null, "Session ", said(data.parts[part].stream)),
        outbox.length > 0 && [make("h3", null, "On their way to long-term memory"), rows(outbox, ([number, each]) => make("li", { "data-id": timeline.where[number].key }, said(each.content)), { id: "outbox" })],
        rows(list, ([number, each]) => make("li", { "data-id": timeline.where[number].key },
            make("div", { class: "head" }, make("span", { class: "grow" }, said(each.content)), chip(each.priority, each.priority === "critical" || each.priority === "high" ? "soon" : ""),
                each.promoted && chip("promoted", "ok"), make("span", null, each.expires_at <= timeline.now ? chip("expired", "alarm") : ["expires ", moment(each.expires_at)])),
            facts(each, ["tags", "metadata", "relations", "access_count", "promoted"]), whence(number)), { id: "memories" }),
        goneList(part),
    ];
};

const keptView = part => [
    make("h2", null, "Long-term memory ", said(data.parts[part].stream)),
    rows(newestFirst(timeline.all(part, "kept")), ([number, each]) => make("li", { "data-id": timeline.where[number].key },
        make("div", { class: "head" }, make("span", { class: "grow" }, said(each.content)), each.core && chip(each.core)),
        facts(each, ["tags", "metadata", "relations", "created_at"]), whence(number)), { id: "kept" }),
];

const memories = {
    window: { title: "Windows", section: "entities", view: windowView },
    notes: { title: "Notes", section: "items", view: notesView },
    session: { title: "Sessions", section: "memories", view: sessionView },
    "long-term": { title: "Long-term", section: "kept", view: keptView },
    plan: { title: "Plans", section: "tasks", view: planView },
};
const partsOf = memory => data.parts.map((_, part) => part).filter(part => data.parts[part].memory === memory);
const nameOf = part => (data.parts[part].memory === "plan" && timeline.head(part).name) || data.parts[part].stream;

const planWorries = part => {
    const out = [], tasks = tasksOf(part);
    for (const each of tasks.values()) {
        if (["failed", "blocked", "review", "assigned", "in_progress"].includes(each.state))
            for (const reason of reasons(part, tasks, each)) out.push([`"${each.task.title}" ${reason}`, each.state !== "review"]);
        if (out.length > 200) break;
    }
    for (const [, each] of timeline.all(part, "decisions"))
        if (each.needs_approval && !each.approval && !each.superseded_by) out.push([`"${each.choice}" waits for approval`, true]);
    for (const [, each] of timeline.all(part, "branches"))
        if (!each.resolved_by) out.push([`"${each.question}" is not decided`, false]);
    const unread = new Map();
    for (const [, each] of timeline.all(part, "nudges"))
        if (!each.acknowledged_at) unread.set(each.target, (unread.get(each.target) ?? 0) + 1);
    for (const [target, count] of unread) out.push([`${plural(count, "message")} to ${target} not read yet`, false]);
    return out;
};

/// What needs a look in a part: [text, is it an alarm, by what it is sorted].
const worries = part => {
    const out = [], { memory, limits } = data.parts[part], head = timeline.head(part);
    const used = { entities: head.entities, items: head.items, tokens: head.tokens, tasks: timeline.count(part, "tasks") };
    // A window is full most of the time, and is meant to be.
    for (const [name, most] of Object.entries(limits))
        if (memory !== "window" && used[name] > .8 * most) out.push([`${used[name]} of ${most} ${name} are used`, used[name] >= .95 * most]);
    if (head.unread) out.push([`the result of ${head.unread} was not understood`, true]);
    const wanted = new Set(["capacity", "token_budget", "oldest", "low_importance", "least_worth", "guard_overridden", "soft_forgotten", "group", "expired_important"]);
    const evicted = timeline.all(part, "gone").map(([, each]) => each).filter(each => wanted.has(each.why) && timeline.now - each.at < 3600e3);
    if (evicted.length > 0) {
        evicted.sort((a, b) => b.at - a.at);
        out.push([`${plural(evicted.length, "thing")} had to leave within an hour, the last "${evicted[0].name || evicted[0].what}" (${evicted[0].why.replace(/_/g, " ")})`, false]);
    }
    if (memory === "session") {
        const late = timeline.all(part, "memories").filter(([, each]) => each.expires_at <= timeline.now).length;
        if (late > 0) out.push([`${plural(late, "memory", "memories")} expired and not swept yet`, false]);
        if (timeline.count(part, "outbox") > 0) out.push([`${plural(timeline.count(part, "outbox"), "memory", "memories")} on the way to long-term memory`, false]);
    }
    return memory === "plan" ? [...out, ...planWorries(part)] : out;
};

const lookView = () => {
    const all = [];
    for (let part = 0; part < data.parts.length; ++part)
        for (const [text, alarm] of worries(part)) all.push({ part, text, alarm });
    all.sort((a, b) => b.alarm - a.alarm);
    return [
        make("h2", null, "What needs a look"),
        data.notes.map(note => make("p", null, chip("not read", "alarm"), " ", said(note))),
        [...new Map(data.parts.filter(each => each.oldest > 0).map(each => [each.stream, each.oldest]))].map(([stream, oldest]) =>
            make("p", null, chip("begins later"), " ", said(stream), `: its changes up to ${oldest} are forgotten`)),
        data.thinned > 0 && make("p", null, chip("older changes put together", "soon"), ` ${data.thinned} of the ${timeline.steps.length} steps stand for several changes each: the page would be too large otherwise.`),
        all.length === 0 ? make("p", null, chip("nothing", "ok"), " Nothing failed, waits for a person, or is nearly full.")
            : rows(all, ({ part, text, alarm }) => make("li", { class: alarm ? "alarm-line" : "" },
                make("div", { class: "head" }, make("span", { class: "grow" }, said(text)), make("a", { href: `#/${data.parts[part].memory}/${part}` }, said(nameOf(part))))), { class: "rows look", id: "worries" }, 50),
        make("h3", null, "What is in the store"),
        make("ul", { class: "cards" }, Object.entries(memories).map(([memory, { title, section }]) => {
            const parts = partsOf(memory);
            if (parts.length === 0) return null;
            const count = parts.reduce((sum, part) => sum + timeline.count(part, section), 0);
            return make("li", null, make("a", { href: `#/${memory}` }, title), make("p", null, `${plural(count, "record")} in ${plural(parts.length, "stream")}`));
        })),
        data.parts.length === 0 && make("p", null, "Nothing was recorded in it."),
    ];
};

const listView = memory => {
    const { title, section } = memories[memory], parts = partsOf(memory), named = new Map();
    for (const part of parts) named.set(nameOf(part), (named.get(nameOf(part)) ?? 0) + 1);
    return [make("h2", null, title), rows(parts, part => {
        const found = worries(part), alarms = found.filter(([, alarm]) => alarm).length;
        const head = timeline.head(part);
        return make("li", null, make("div", { class: "head" },
            make("span", { class: "grow" }, make("a", { href: `#/${memory}/${part}` }, said(nameOf(part))),
                named.get(nameOf(part)) > 1 && [" ", make("span", { class: "dim" }, said(data.parts[part].stream))]),
            make("span", null, plural(timeline.count(part, section), "record")),
            found.length > 0 && chip(plural(found.length, "thing to look at", "things to look at"), alarms > 0 ? "alarm" : "soon")),
        head.goal && make("p", { class: "dim" }, said(head.goal)));
    }, { id: "parts" })];
};

const searchView = query => {
    const wanted = query.toLowerCase(), found = [];
    const most = 100;
    for (let number = 0; wanted && number < timeline.where.length && found.length < most; ++number) {
        const record = timeline.record(number), { section, key } = timeline.where[number];
        if (record === null || section === "gone") continue;
        const hit = key.toLowerCase().includes(wanted) ? "id" : ownFields(record).find(name => asText(name, record[name]).toLowerCase().includes(wanted));
        if (hit) found.push({ number, record, hit });
    }
    return [
        make("h2", null, "Search"),
        make("p", null, query ? `${found.length === most ? "The first " : ""}${plural(found.length, "record")} with "` : "Type what to look for: a name, an id, a word.", query && [said(query), "\", as it was then"]),
        rows(found, ({ number, record, hit }) => {
            const { part, section, key } = timeline.where[number], { memory } = data.parts[part];
            return make("li", { "data-id": record.id ?? key }, make("div", { class: "head" }, make("span", { class: "grow" }, make("a", { href: `#/${memory}/${part}` }, said(timeline.title(number)))), chip(section), said(nameOf(part))),
                make("p", { class: "dim" }, `${hit}: `, said(hit === "id" ? record.id ?? key : asText(hit, record[hit]).slice(0, 200))), whence(number));
        }, { id: "found" }),
    ];
};
