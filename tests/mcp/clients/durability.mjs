// What was acknowledged is there: after a kill, whoever writes at the same time, and where the disk is full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answers, connect } from './connect.mjs';
import { fresh, Lines, program, stores } from './program.mjs';

const call = (name, args) => ['tools/call', { name: `working_memory_${name}`, arguments: args }];
const opened = async (t, kind, store) => {
    const connection = await connect(kind, ['--store', store]);
    t.after(() => connection.close());
    const answers = new Answers(connection, (await connection.inner.listTools()).tools);
    return { add: async what => (await answers.success('add', what)).id, answers, connection };
};
async function everything(answers, session_id) {
    const memories = [];
    for (let cursor, first = true; first || cursor; first = false) {
        const page = await answers.success('export', { session_id, ...cursor && { cursor } });
        memories.push(...page.memories);
        cursor = page.next_cursor;
    }
    return memories;
}

for (const name of ['sqlite', 'folder']) test(`${name}: 50 acknowledged memories outlive a kill`, async t => {
    const store = stores[name]();
    const server = new Lines(['--store', store]);
    t.after(() => server.kill());
    await server.initialize();
    const ids = [];
    for (let i = 0; i < 50; ++i) {
        const { result } = await server.request(...call('add', { session_id: 's', content: `fact ${i}`, priority: 'high' }));
        ids.push(result.structuredContent.id);
    }
    await server.request(...call('promote', { session_id: 's', memory_id: ids[7] }));
    assert.equal(await server.kill(), 'SIGKILL');

    const { answers } = await opened(t, 'sdk', store);
    const memories = await everything(answers, 's');
    assert.deepEqual(memories.map(({ id }) => id), ids);
    assert.deepEqual(memories.map(({ content }) => content), ids.map((_, i) => `fact ${i}`));
    assert.deepEqual((await answers.success('list_promoted', { session_id: 's' })).memories.map(({ id }) => id), [ids[7]]);
    assert.equal((await answers.success('promote', { session_id: 's', memory_id: ids[7] })).already_promoted, true);
});

for (const [kind, name] of [['sdk', 'sqlite'], ['pinned', 'folder'], ['legacy', 'memory']])
    test(`100 concurrent additions through one client (${kind}, ${name}): all are kept`, async t => {
        const { add, answers } = await opened(t, kind, stores[name]());
        const ids = await Promise.all(Array.from({ length: 100 }, (_, i) => add({ session_id: 's', content: `at once ${i % 3}`, priority: 'low' })));
        assert.equal(new Set(ids).size, 100);
        assert.deepEqual((await everything(answers, 's')).map(({ id }) => id).sort(), ids.sort());
    });

test('2 servers × 100 additions on one SQLite store: all are kept, and both see them', async t => {
    const store = stores.sqlite();
    const both = await Promise.all([opened(t, 'sdk', store), opened(t, 'pinned', store)]);
    // Half of them say the same in the same second, so that their ids want to be equal.
    const ids = (await Promise.all(both.flatMap(({ add }, server) => Array.from({ length: 100 }, (_, i) =>
        add({ session_id: 's', content: i % 2 ? 'the same' : `server ${server} says ${i}`, priority: 'medium' }))))).sort();
    assert.equal(new Set(ids).size, 200);
    for (const { answers } of both) assert.deepEqual((await everything(answers, 's')).map(({ id }) => id).sort(), ids);
});

test('two servers on one SQLite store hear of each other\'s promotions and deletions', async t => {
    const store = stores.sqlite();
    const [one, two] = await Promise.all([opened(t, 'sdk', store), opened(t, 'legacy', store)]);
    const memory_id = await one.add({ session_id: 's', content: 'shared', priority: 'high' });
    const uri = 'memory://s/context';
    await one.connection.inner.subscribeResource({ uri });
    const promoted = await two.answers.success('promote', { session_id: 's', memory_id });
    assert.equal((await one.answers.success('promote', { session_id: 's', memory_id })).id, promoted.id);
    await two.add({ session_id: 's', content: 'from the other', priority: 'low' });
    for (let i = 0; i < 6_000 && !one.connection.updates.length; ++i) await new Promise(done => setTimeout(done, 10));
    assert.deepEqual([...new Set(one.connection.updates)], [uri]);
    await two.answers.success('clear_session', { session_id: 's' });
    assert.equal((await one.answers.success('stats', { session_id: 's' })).total_count, 0);
});

test('a folder has one writer at a time; the second is told', async t => {
    const store = fresh();
    await opened(t, 'sdk', store);
    const second = new Lines(['--store', store]);
    t.after(() => second.kill());
    const outcome = await Promise.race([second.ended, second.initialize().then(() =>
        second.request(...call('add', { session_id: 's', content: 'x', priority: 'low' })))]).catch(() => second.ended);
    // Either it does not start, or the call says why not.
    if (typeof outcome === 'object') assert.equal(JSON.parse(outcome.result.content[0].text).code, 'STORAGE_ERROR');
    else assert.notEqual(outcome, 0);
});

// No file may grow beyond a megabyte: as good as a full disk, and nobody needs to fill one.
for (const name of ['sqlite', 'folder']) test(`${name}: a full disk is an error of the call, and what was there stays`, async t => {
    const store = stores[name]();
    const server = new Lines(['--store', store], ['/bin/bash', '-c', 'trap "" XFSZ; ulimit -f 1024; exec "$0" "$@"', program]);
    t.after(() => server.kill());
    await server.initialize();
    const add = async content => (await server.request(...call('add', { session_id: 's', content, priority: 'low' }))).result;
    const kept = [];
    let refused;
    for (let i = 0; i < 60 && !refused; ++i) {
        const result = await add(`${i}`.padEnd(50_000, 'x'));
        if (result.isError) refused = JSON.parse(result.content[0].text);
        else kept.push(result.structuredContent.id);
    }
    assert.equal(refused?.code, 'STORAGE_ERROR', JSON.stringify(refused));
    const { result } = await server.request(...call('stats', { session_id: 's' }));
    assert.ok(!result.isError, JSON.stringify(result));
    assert.ok(result.structuredContent.total_count >= kept.length);
    await server.kill();
    const { answers } = await opened(t, 'sdk', store);
    const ids = (await everything(answers, 's')).map(({ id }) => id);
    for (const id of kept) assert.ok(ids.includes(id), `${id} is lost`);
});
