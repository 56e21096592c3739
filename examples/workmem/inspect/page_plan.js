// A plan: its tasks as a graph that is as wide as the page, why they wait, and what is shared.

const over = new Set(["completed", "cancelled", "skipped", "failed"]);
const finished = new Set(["completed", "cancelled", "skipped"]);
const stateOf = task => task.status ?? (task._ready ? "ready" : "waiting");

/// The tasks of a part by id, in the order in which they came, each with its id and state.
const tasksOf = part => {
    const list = timeline.all(part, "tasks").map(([number, task]) => ({ number, id: timeline.where[number].key, task, state: stateOf(task) }));
    list.sort((a, b) => a.task._n - b.task._n);
    return new Map(list.map(each => [each.id, each]));
};
const titleOf = (tasks, id) => tasks.get(id)?.task.title ?? `${id.slice(0, 8)} (folded)`;

/// Why a task does not go on, in sentences; none where it does, or is over.
const reasons = (part, tasks, { id, task, state }) => {
    const out = [];
    if (state === "failed" || state === "blocked") out.push(`${state}: ${task.note ?? "no reason was given"}`);
    if (state === "review") out.push(`waits for a review${task.reviewer ? ` by ${task.reviewer}` : ""}`);
    if ((state === "assigned" || state === "in_progress") && task.expires_at !== undefined && task.expires_at < timeline.now)
        out.push(`${task.assigned_to} did not renew the claim, which ended ${ago(task.expires_at)}`);
    if (state !== "waiting") return out;
    for (const on of task.depends_on ?? []) {
        const other = tasks.get(on.task);
        if (!other || finished.has(other.state)) continue;
        const condition = on.condition && on.condition !== "success" ? ` (${on.condition})` : "";
        out.push(`waits for "${other.task.title}"${condition}, which is ${other.state.replace("_", " ")}${other.task.note ? `: ${other.task.note}` : ""}`);
    }
    if (task._held)
        for (const [, decision] of timeline.all(part, "decisions"))
            if (decision.needs_approval && !decision.approval?.granted && !decision.superseded_by &&
                (!decision.affects_tasks || decision.affects_tasks.includes(id)))
                out.push(`waits until somebody approves "${decision.choice}"`);
    if (task._held)
        for (const [, branch] of timeline.all(part, "branches"))
            if (!branch.resolved_by && branch.options.includes(id)) out.push(`waits for the decision "${branch.question}"`);
    return out;
};

/// The longest chain of tasks that are not over.
const criticalPath = tasks => {
    const length = new Map();
    const measure = start => {
        const stack = [start];
        while (stack.length > 0) {
            const id = stack[stack.length - 1];
            const open = (tasks.get(id).task.depends_on ?? []).map(on => on.task).filter(on => tasks.has(on) && !over.has(tasks.get(on).state));
            const unknown = open.filter(on => !length.has(on));
            if (unknown.length > 0) { stack.push(...unknown); continue; }
            stack.pop();
            const best = open.reduce((a, b) => a === null || length.get(b).count > length.get(a).count ? b : a, null);
            length.set(id, { count: 1 + (best === null ? 0 : length.get(best).count), before: best });
        }
    };
    let end = null;
    for (const [id, { state }] of tasks) {
        if (over.has(state)) continue;
        if (!length.has(id)) measure(id);
        if (end === null || length.get(id).count > length.get(end).count) end = id;
    }
    const out = [];
    for (; end !== null; end = length.get(end).before) out.push(end);
    return out.reverse();
};

const drawn = { all: false, chosen: null };
const mostDrawn = 60;

/// Which tasks are drawn: unless all are wanted, those that are not finished and what they wait for.
const drawnTasks = tasks => {
    const wanted = new Set();
    for (const [id, { task, state }] of tasks) {
        if (!drawn.all && finished.has(state)) continue;
        wanted.add(id);
        if (!drawn.all) for (const on of task.depends_on ?? []) if (tasks.has(on.task)) wanted.add(on.task);
    }
    if (wanted.size === 0) for (const id of [...tasks.keys()].slice(-mostDrawn)) wanted.add(id);
    return [...tasks.values()].filter(({ id }) => wanted.has(id));
};

/// Those for which there is room: what failed or is blocked, what that waits for and the longest
/// chain before all others.
const withRoom = (wanted, tasks, path) => {
    const first = new Set(wanted.filter(({ state }) => state === "failed").map(({ id }) => id));
    for (const { id, state } of wanted) if (state === "blocked") first.add(id);
    // What is added meanwhile is visited, too.
    for (const id of first)
        for (const on of tasks.get(id).task.depends_on ?? [])
            if (tasks.has(on.task) && !finished.has(tasks.get(on.task).state)) first.add(on.task);
    for (const id of [...path, ...wanted.map(({ id }) => id)]) first.add(id);
    const drawable = new Set([...first].slice(0, mostDrawn));
    return wanted.filter(({ id }) => drawable.has(id));
};

const graph = (part, tasks, width) => {
    const path = criticalPath(tasks), onPath = new Set(path);
    const wanted = drawnTasks(tasks), list = withRoom(wanted, tasks, path);
    const depth = new Map(), places = new Map();
    const isDrawn = new Set(list.map(each => each.id));
    const before = ({ task }) => (task.depends_on ?? []).filter(on => isDrawn.has(on.task));
    for (let changed = true, rounds = 0; changed && rounds <= list.length; ++rounds) {
        changed = false;
        for (const each of list) {
            const deep = before(each).reduce((most, on) => Math.max(most, 1 + (depth.get(on.task) ?? 0)), 0);
            if (deep !== (depth.get(each.id) ?? 0)) changed = true;
            depth.set(each.id, deep);
        }
    }
    const gap = 16, height = 46, below = 34;
    const columns = Math.max(1, Math.floor((width + gap) / ((width < 640 ? 150 : 190) + gap)));
    const box = Math.min(260, Math.floor((width - gap * (columns - 1)) / columns));
    let y = 0;
    for (let level = 0; level <= Math.max(0, ...depth.values()); ++level) {
        const layer = list.filter(each => depth.get(each.id) === level);
        const centre = each => {
            const above = before(each).map(on => places.get(on.task)?.x ?? 0);
            return above.length === 0 ? each.task._n * 1e-6 : above.reduce((a, b) => a + b) / above.length;
        };
        layer.sort((a, b) => centre(a) - centre(b) || a.task._n - b.task._n);
        for (let i = 0; i < layer.length; i += columns) {
            const line = layer.slice(i, i + columns);
            const left = (width - line.length * box - (line.length - 1) * gap) / 2;
            line.forEach((each, j) => places.set(each.id, { x: left + j * (box + gap), y }));
            y += height + (i + columns < layer.length ? 10 : below);
        }
    }
    const out = make("div", { class: "graph", style: { height: `${Math.max(0, y - below)}px` } });
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    const lines = [];
    for (const each of list)
        for (const on of before(each)) {
            const from = places.get(on.task), to = places.get(each.id), line = document.createElementNS(svg.namespaceURI, "path");
            const x = from.x + box / 2, end = to.x + box / 2, top = from.y + height, bend = Math.max(20, (to.y - top) / 2);
            line.setAttribute("d", `M${x} ${top}C${x} ${top + bend} ${end} ${to.y - bend} ${end} ${to.y}`);
            line.setAttribute("class", `${on.condition && on.condition !== "success" ? "other" : ""} ${onPath.has(each.id) && onPath.has(on.task) ? "path" : ""}`);
            lines.push([line, on.task, each.id]);
            svg.append(line);
        }
    out.append(svg);
    const about = make("div", { class: "about", id: "about-task", "aria-live": "polite" });
    const tell = each => {
        about.replaceChildren(...taskFacts(part, tasks, each).filter(Boolean));
        for (const [line, from, to] of lines) line.classList.toggle("lit", from === each.id || to === each.id);
    };
    for (const each of list) {
        const { x, y: top } = places.get(each.id), why = reasons(part, tasks, each);
        out.append(make("button", {
            type: "button", class: `${each.state} ${onPath.has(each.id) ? "on-path" : ""}`, "data-task": each.id,
            "aria-pressed": String(drawn.chosen === each.id), title: shown(why.join("; ") || each.task.title),
            style: { left: `${x}px`, top: `${top}px`, width: `${box}px`, height: `${height}px` },
            onmouseenter: () => tell(each), onfocus: () => tell(each),
            onclick: () => { drawn.chosen = each.id; refresh(); },
        }, make("span", null, said(each.task.title)), make("small", null, each.state.replace("_", " "), each.task.assigned_to && [", ", said(each.task.assigned_to)])));
    }
    const chosen = tasks.get(drawn.chosen);
    if (chosen) tell(chosen);
    else about.append(make("p", { class: "dim" }, "Point at a task, or move to it by the tab key, to see why it is where it is."));
    const folded = tasks.size - wanted.length, more = wanted.length - list.length;
    return [
        make("div", { class: "filters" }, make("label", null, make("input", {
            type: "checkbox", id: "finished", checked: drawn.all, onchange: event => { drawn.all = event.target.checked; refresh(); },
        }), "Finished tasks, too"),
        folded > 0 && make("span", { class: "dim" }, `${plural(folded, "finished task")} folded`),
        more > 0 && make("span", { class: "dim" }, `${more} more are only in the list`),
        path.length > 1 && make("span", { class: "path" }, `Longest chain: ${plural(path.length, "task")}`)),
        out, about];
};

const taskFacts = (part, tasks, each) => {
    const { task, state, number } = each, why = reasons(part, tasks, each);
    return [
        make("div", { class: "head" }, make("strong", { class: "grow" }, said(task.title)), chip(state.replace("_", " "), state), task.assigned_to && said(task.assigned_to)),
        task.description && make("p", null, said(task.description)),
        why.length > 0 && make("ul", null, why.map(reason => make("li", null, said(reason)))),
        (task.depends_on ?? []).length > 0 && make("p", { class: "dim" }, "After ", task.depends_on.map((on, i) => [i > 0 && ", ", said(titleOf(tasks, on.task))])),
        facts(task, ["priority", "tags", "assigned_at", "expires_at", "started_at", "completed_at", "review_status", "reviewed_by", "review_comments", "result", "reworks"]),
        (task.attempts ?? []).length > 0 && make("details", null, make("summary", null, plural(task.attempts.length, "attempt")),
            make("ul", null, task.attempts.map(attempt => make("li", null, said(`${attempt.agent}: ${attempt.ended}${attempt.note ? `, ${attempt.note}` : ""}`))))),
        ...[whence(number)].flat(),
    ];
};

const states = ["failed", "blocked", "review", "in_progress", "assigned", "ready", "waiting", "completed", "cancelled", "skipped"];

const sharedSections = {
    decisions: ["Decisions", each => each.choice, ["question", "rationale", "alternatives", "made_by", "made_at", "approval", "superseded_by"],
        each => each.superseded_by ? ["superseded", ""] : each.needs_approval && !each.approval ? ["waits for approval", "review"] : each.approval?.granted === false ? ["refused", "failed"] : null],
    branches: ["Open ways", each => each.question, ["created_by", "created_at"], each => each.resolved_by ? ["decided", "ok"] : ["open", "review"]],
    discoveries: ["Discoveries", each => each.content, ["type", "discovered_by", "discovered_at", "promote_to_core", "superseded_by"], () => null],
    nudges: ["Nudges", each => each.message, ["from", "target", "priority", "sent_at", "acknowledged_at"], each => each.acknowledged_at ? null : ["not read yet", "soon"]],
    artifacts: ["Artifacts", each => each.path, ["type", "description", "created_by", "created_at", "checksum", "size", "media_type", "superseded_by"], () => null],
    agents: ["Agents", each => each.id, ["role", "log_ref", "since"], () => null],
};

const planView = (part, width) => {
    const head = timeline.head(part), tasks = tasksOf(part);
    const counts = new Map(states.map(state => [state, 0]));
    for (const { state } of tasks.values()) counts.set(state, counts.get(state) + 1);
    const stuck = [...tasks.values()].filter(each => ["failed", "blocked", "review"].includes(each.state) ||
        (each.state !== "waiting" && reasons(part, tasks, each).length > 0));
    const waiting = [...tasks.values()].filter(each => each.state === "waiting");
    const row = (each, ...more) => make("li", { "data-id": each.id, "data-state": each.state },
        make("div", { class: "head" }, make("span", { class: "grow" }, said(each.task.title)), chip(each.state.replace("_", " "), each.state), each.task.assigned_to && said(each.task.assigned_to)),
        more, actions(each.number));
    const blockedRow = each => row(each, reasons(part, tasks, each).map(reason => make("p", { class: "dim" }, said(reason))));
    const taskRow = each => row(each, each.task.result?.summary && make("p", { class: "dim" }, said(each.task.result.summary)));
    return [
        make("h2", null, said(head.name || data.parts[part].stream)),
        planActions(part),
        head.goal && make("p", null, "Goal: ", said(head.goal)),
        (head.constraints ?? []).length > 0 && make("ul", null, head.constraints.map(each => make("li", null, said(each)))),
        make("p", null, states.filter(state => counts.get(state) > 0).map(state => [chip(`${counts.get(state)} ${state.replace("_", " ")}`, state), " "]),
            head.folded > 0 && make("span", { class: "dim" }, `${head.folded} folded into digests`)),
        tasks.size > 0 && meter("Completed", counts.get("completed"), tasks.size),
        stuck.length + waiting.length > 0 && [make("h3", null, "Why it does not go on"), rows([...stuck, ...waiting], blockedRow, { id: "blocked" }, 20)],
        tasks.size > 0 && [make("h3", null, "Graph"), graph(part, tasks, width)],
        (head.digests ?? []).length > 0 && [make("h3", null, "Folded"), rows(head.digests, each => make("li", null,
            `${each.completed} completed`, (each.summaries ?? []).map(text => make("p", { class: "dim" }, said(text)))), {}, 5)],
        tasks.size > 0 && [make("h3", null, "Tasks"), rows([...tasks.values()], taskRow, { id: "tasks" })],
        Object.entries(sharedSections).map(([section, [title, name, fields, mark]]) => {
            const list = timeline.all(part, section).sort((a, b) => b[1]._n - a[1]._n);
            return list.length > 0 && [make("h3", null, title), rows(list, ([number, each]) => {
                const record = each.id === undefined ? { ...each, id: timeline.where[number].key } : each, marked = mark(record);
                return make("li", { "data-id": record.id }, make("div", { class: "head" }, make("span", { class: "grow" }, said(name(record))), marked && chip(...marked)), facts(record, fields), whence(number));
            }, { id: section }, 20)];
        }),
    ];
};
