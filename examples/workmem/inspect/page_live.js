// A page that is served: what is recorded meanwhile comes as it happens.

if (document.body.dataset.position) {
    const events = new EventSource(`events?after=${document.body.dataset.position}`);
    const tell = text => { byId("live").textContent = text; };
    events.addEventListener("open", () => tell("live"));
    events.addEventListener("error", () => tell(events.readyState === EventSource.CLOSED ? "not live any more" : "connecting"));
    events.addEventListener("message", event => {
        const more = JSON.parse(event.data);
        // What the page holds is not what is stored any more.
        if (more === null) { location.reload(); return; }
        const isLast = timeline.at === timeline.steps.length - 1;
        timeline.add(more);
        listViews();
        // A page that shows the past stays there.
        if (isLast) move(timeline.steps.length - 1);
        else tellStep();
    });
}
