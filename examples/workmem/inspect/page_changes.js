// What a person changes from a page that is served and may do that.

const mayChange = document.body.dataset.changes === "yes";

/// Asks for a text, or, where there is none to begin with, whether to go on. Nothing where the
/// person does not.
const ask = (question, text) => new Promise(done => {
    const field = text === undefined ? null : make("textarea", { rows: 4, id: "answer" });
    if (field) field.value = text;
    const box = make("dialog", { "aria-labelledby": "question" }, make("form", { method: "dialog" },
        make(field ? "label" : "p", { id: "question", for: field && "answer" }, shown(question)), field,
        make("div", { class: "filters" }, make("button", { value: "yes" }, "OK"), make("button", { value: "" }, "Cancel"))));
    box.addEventListener("close", () => { box.remove(); done(box.returnValue ? field?.value ?? "" : null); });
    document.body.append(box);
    box.showModal();
});

const tellRefused = why => { document.getElementById("refused").textContent = shown(why); };
/// Asks the server for a change, which comes back as any other does.
const change = async (part, section, key, verb, text) => {
    const { stream, memory } = data.parts[part];
    tellRefused("");
    try {
        const answer = await fetch("changes", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ stream, memory, section, key, verb, text }),
        });
        if (!answer.ok) tellRefused((await answer.json()).problem);
    } catch {
        tellRefused("The server does not answer.");
    }
};

// The page shortens long texts: those are written anew.
const editable = text => text === undefined || text.endsWith("…") ? "" : text;
const forget = ["Forget", "forget", "It leaves for good, also what is stored of it."];
const forgetKept = ["Forget", "forget", "It leaves for good, also what is stored of it, and its copies in long-term memory."];
const says = "What it says; a copy in long-term memory stays as it is";
const reopenable = new Set(["failed", "completed", "cancelled", "skipped"]);

/// [label, verb, question, text to begin with] for what can be done to a record of each section.
const verbs = {
    entities: () => [forget],
    items: each => [
        each.pinned ? ["Unpin", "unpin"] : ["Pin", "pin"], ["Correct", "correct", says, editable(each.text)],
        each.forgotten && ["Restore", "restore"], forgetKept],
    memories: each => [["Correct", "correct", says, editable(each.content)], forgetKept],
    kept: each => [["Correct", "correct", "What it says", editable(each.content)], forget],
    tasks: each => [
        ...(each.status === "review" ? [["Approve", "approve", "Comments", ""], ["Send back", "rework", "Why", ""], ["Reject", "reject", "Why", ""]] : []),
        reopenable.has(each.status) && ["Reopen", "reopen", "Why", ""],
        ["Correct", "correct", "What it takes", editable(each.description)], forget],
    decisions: each => [
        ...(each.needs_approval && !each.approval && !each.superseded_by ? [["Approve", "approve", "Comments", ""], ["Refuse", "refuse", "Why", ""]] : []), forget],
    agents: () => [["Nudge", "nudge", "Message", ""]],
    branches: () => [forget], discoveries: () => [forget], nudges: () => [forget], artifacts: () => [forget],
};

const buttons = (part, section, key, name, list) => make("div", { class: "verbs" }, list.filter(Boolean).map(([label, verb, question, text]) => make("button", {
    type: "button", "data-verb": verb, "data-record": `${part} ${section} ${key}`, "aria-label": shown(`${label} ${name}`),
    onclick: async () => {
        const answer = question === undefined ? "" : await ask(`${label} "${name}". ${question}`, text);
        if (answer !== null) change(part, section, key, verb, answer);
    },
}, label)));

/// Buttons for what a person may do to a record; none where the page shows the past, or may not.
const actions = number => {
    if (!mayChange || timeline.at < timeline.steps.length - 1) return null;
    const { part, section, key } = timeline.where[number], record = timeline.record(number);
    return record && verbs[section] ? buttons(part, section, key, String(timeline.title(number)).slice(0, 80), verbs[section](record)) : null;
};
/// The same for a plan as a whole.
const planActions = part => mayChange && timeline.at === timeline.steps.length - 1
    ? buttons(part, "head", "all", "agents", [["Nudge all", "nudge", "Message", ""]]) : null;
