// The page itself: which view of which step is shown, and what is asked of it.

const byId = id => document.getElementById(id);
const slider = byId("slider"), main = byId("main");
const filter = { memory: "", kind: "", actor: "", part: "" };

const differenceView = () => timeline.difference().slice(0, 50).map(({ number, gone, isNew, fields }) => {
    const { section } = timeline.where[number];
    return make("li", null,
        make("div", { class: "head" }, make("span", { class: "grow" }, said(timeline.title(number))), chip(section), gone ? chip("left", "alarm") : isNew && chip("new", "ok")),
        make("dl", null, fields.filter(([name]) => !name.startsWith("_") || name === "_ready" || name === "_goes").map(([name, was, is]) => [
            make("dt", null, shown(name.replace(/_/g, " ").trim())),
            make("dd", null, was !== undefined && [make("span", { class: "was" }, said(asText(name, was))), " "], is === undefined ? "none" : said(asText(name, is)))])));
});

const matches = step => {
    const { memory } = data.parts[step.part];
    return (!filter.memory || filter.memory === memory) && (!filter.kind || filter.kind === step.kind) &&
        (!filter.actor || filter.actor === step.actor) && (!filter.part || Number(filter.part) === step.part);
};
// What a step was about, in a few names.
const subjects = step => {
    const most = 3;
    const list = [...new Set(timeline.recordsOf(step))].filter(number => !["head", "gone"].includes(timeline.where[number].section));
    const names = list.slice(0, most).map((number, i) => [i > 0 && ", ", said(String(timeline.title(number)).slice(0, 60))]);
    return [names, list.length > most && ` and ${list.length - most} more`];
};
/// The next step from the present one that the filters let through; nothing where there is none.
const nextMatch = by => {
    for (let i = timeline.at + by; i >= 0 && i < timeline.steps.length; i += by)
        if (matches(timeline.steps[i])) return i;
    return null;
};

const chooser = (name, label, options) => make("label", null, label, make("select", {
    id: `filter-${name}`, onchange: event => { filter[name] = event.target.value; refresh(); },
}, make("option", { value: "" }, "all"), options.map(([value, text]) => make("option", { value, selected: filter[name] === value }, shown(text)))));

const changesView = () => {
    const near = 60, before = [], after = [];
    for (let i = timeline.at; i >= 0 && before.length < near; --i) if (matches(timeline.steps[i])) before.push(i);
    for (let i = timeline.at + 1; i < timeline.steps.length && after.length < near / 3; ++i) if (matches(timeline.steps[i])) after.push(i);
    const list = [...after.reverse(), ...before];
    const named = [...new Set(data.parts.map(each => each.memory))];
    const here = timeline.steps[timeline.at];
    const go = by => { const step = nextMatch(by); return make("button", { type: "button", disabled: step === null, onclick: () => move(step) }, by < 0 ? "Earlier match" : "Later match"); };
    return [
        make("h2", null, "Changes"),
        make("div", { class: "filters" },
            chooser("memory", "Memory", named.map(name => [name, name])),
            chooser("kind", "Kind", [...data.kinds].sort().map(kind => [kind, kind])),
            chooser("actor", "Actor", [...data.actors].filter(Boolean).sort().map(actor => [actor, actor])),
            data.parts.length > 1 && data.parts.length <= 1000 && chooser("part", "Stream", data.parts.map((each, part) => [String(part), `${each.stream} (${each.memory})`])),
            go(-1), go(1)),
        here && [make("h3", null, here.changes > 1 ? `What these ${here.changes} changes did` : "What this change did"), make("ul", { class: "rows", id: "difference" }, differenceView())],
        make("h3", null, "Around it, the latest first"),
        make("ul", { class: "rows", id: "changes" }, list.map(i => {
            const step = timeline.steps[i];
            return make("li", { "aria-current": i === timeline.at ? "step" : null, "data-step": i }, make("div", { class: "head" },
                make("span", { class: "dim" }, `${momentOf(step.time)} `),
                make("span", { class: "grow" }, make("button", { type: "button", class: "link", onclick: () => move(i) }, step.changes > 1 ? `${step.changes} changes put together` : said(step.kind)), " ", subjects(i), step.actor && make("span", { class: "dim" }, " by ", said(step.actor))),
                said(`${nameOf(step.part)} ${step.sequence}`)));
        })),
    ];
};

// How wide what is drawn may be; asking for it costs a layout.
const measured = () => main.clientWidth - 2 * parseFloat(getComputedStyle(main).paddingLeft);
let room = measured();

let titles = {};
/// The views that there are, by what is in the store.
const listViews = () => {
    const known = Object.entries(memories).filter(([memory]) => partsOf(memory).length > 0);
    const now = { look: "Needs a look", changes: "Changes", ...Object.fromEntries(known.map(([memory, { title }]) => [memory, title])), search: "Search" };
    if (Object.keys(now).length === Object.keys(titles).length) return;
    titles = now;
    byId("views").replaceChildren(...Object.entries(titles).map(([view, title]) => make("a", { href: `#/${view}` }, title)));
};
const chosenView = () => {
    const [view, part] = location.hash.slice(2).split("/");
    return Object.hasOwn(titles, view) ? { view, part: part === undefined ? null : Number(part) } : { view: "look", part: null };
};
const content = ({ view, part }) => {
    if (view === "look") return lookView();
    if (view === "changes") return changesView();
    if (view === "search") return searchView(byId("query").value.trim());
    const parts = partsOf(view);
    const one = parts.length === 1 ? parts[0] : parts.includes(part) ? part : null;
    if (one === null) return listView(view);
    return [parts.length > 1 && make("p", null, make("a", { href: `#/${view}` }, "All of them")), memories[view].view(one, room)];
};

const tellStep = () => {
    const step = timeline.steps[timeline.at];
    slider.max = String(Math.max(0, timeline.steps.length - 1));
    slider.value = String(Math.max(0, timeline.at));
    const text = step === undefined ? "No changes" :
        `${timeline.at + 1} of ${timeline.steps.length}: ${momentOf(step.time)} UTC, ${step.changes > 1 ? `${step.changes} changes put together` : step.kind}${step.actor ? ` by ${step.actor}` : ""}, ${step.sequence} in ${data.parts[step.part].stream}`;
    byId("now").textContent = shown(text);
    slider.setAttribute("aria-valuetext", shown(text));
    byId("first").disabled = byId("previous").disabled = timeline.at <= 0;
    byId("last").disabled = byId("next").disabled = timeline.at >= timeline.steps.length - 1;
};

/// What had the focus has it again where it is still there.
const refresh = () => {
    const focused = document.activeElement, id = focused?.id;
    const by = ["task", "record"].find(name => focused?.dataset?.[name] !== undefined), value = focused?.dataset?.[by];
    const chosen = chosenView();
    tellStep();
    for (const link of byId("views").children)
        if (link.hash === `#/${chosen.view}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    main.replaceChildren(...[content(chosen)].flat(Infinity).filter(each => each instanceof Node || typeof each === "string"));
    if (main.contains(focused) || document.activeElement !== document.body) return;
    const again = by ? [...main.querySelectorAll(`[data-${by}]`)].find(each => each.dataset[by] === value) : id && byId(id);
    if (again) again.focus({ preventScroll: true });
};
const move = step => {
    timeline.goTo(Math.max(0, Math.min(timeline.steps.length - 1, step)));
    refresh();
};

// Steps come faster than a screen shows them: the latest one counts.
let waits = false;
slider.addEventListener("input", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; move(Number(slider.value)); });
});
byId("first").addEventListener("click", () => move(0));
byId("previous").addEventListener("click", () => move(timeline.at - 1));
byId("next").addEventListener("click", () => move(timeline.at + 1));
byId("last").addEventListener("click", () => move(timeline.steps.length - 1));
byId("search").addEventListener("submit", event => event.preventDefault());
byId("query").addEventListener("input", () => { if (location.hash === "#/search") refresh(); else location.hash = "#/search"; });
addEventListener("hashchange", () => { refresh(); scrollTo(0, 0); });
addEventListener("resize", () => {
    const before = room;
    room = measured();
    if (room !== before) refresh();
});

byId("store").textContent = shown(data.store);
document.title = `workmem ${shown(data.store)}`;
listViews();
timeline.goTo(timeline.steps.length - 1);
refresh();
