// One official client (argument: sdk, legacy, auto or pinned, over HTTP with @http) drives every tool, every resource and what the
// program's options change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Answers, connect, kinds, ofSessions } from './connect.mjs';
import { rest, stores } from './program.mjs';

const [kind] = rest;
assert.ok(kinds[kind.split('@')[0]], `name a client: ${Object.keys(kinds).join(', ')}`);

const short = name => name.replace('working_memory_', '');
const reading = ['list', 'list_pending', 'list_expired', 'list_promoted', 'search', 'stats', 'export'];
const changing = ['add', 'get', 'promote', 'clear_session', 'expire', 'extend_ttl', 'bulk_promote', 'relation_add'];
const rejects = (promise, code) => assert.rejects(promise, error => {
    assert.equal(error.code, code, error.message);
    return true;
});
const until = async (holds, what) => {
    for (let i = 0; !holds(); ++i) {
        assert.ok(i < 6_000, `in vain waited for ${what}`);
        await new Promise(done => setTimeout(done, 10));
    }
};

/** A further server, for one test. */
const opened = async (t, ...options) => {
    const connection = await connect(kind, options);
    t.after(() => connection.close());
    return connection;
};

let server, tools, answers;
before(async () => {
    server = await connect(kind);
    ({ tools } = await server.inner.listTools());
    answers = new Answers(server, tools);
});
after(() => server.close());

test('the version is negotiated, and the server says who it is and how to use it', () => {
    assert.equal(server.version, server.expected);
    assert.equal(server.inner.getServerVersion().name, 'workmem');
    assert.match(server.inner.getInstructions(), /working_memory_add/);
    const { tools: ours, resources, prompts, completions, logging } = server.inner.getServerCapabilities();
    assert.ok(ours && resources && prompts && completions && logging);
    assert.equal(Boolean(resources.subscribe), server.legacy);
});

test('15 tools of sessions, each described and annotated', () => {
    const session = tools.filter(ofSessions);
    assert.deepEqual(session.map(({ name }) => short(name)).sort(), [...reading, ...changing].sort());
    for (const { name, description, annotations = {}, inputSchema, outputSchema } of session) {
        assert.ok(description.length > 20, name);
        assert.equal(inputSchema.type, 'object');
        assert.equal(outputSchema.type, 'object');
        assert.ok(inputSchema.required.includes('session_id'), name);
        assert.equal(annotations.readOnlyHint ?? false, reading.includes(short(name)), name);
        if (!annotations.readOnlyHint) assert.equal(annotations.destructiveHint ?? true, short(name) === 'clear_session', name);
    }
});

test('every tool answers as its schema says', async t => {
    const session_id = 'every-tool';
    let memory;

    await t.test('add', async () => {
        memory = await answers.success('add', {
            session_id, content: 'Meeting notes from the standup', priority: 'high', tags: ['meeting', 'standup'],
            metadata: { room: 'A', seats: 4, quiet: true, cost: 1.5, none: null },
        });
        assert.equal(memory.session_id, session_id);
        assert.equal(memory.content, 'Meeting notes from the standup');
        assert.equal(memory.priority, 'high');
        assert.equal(memory.access_count, 1);
        assert.deepEqual(memory.tags, ['meeting', 'standup']);
        assert.deepEqual(memory.metadata, { room: 'A', seats: 4, quiet: true, cost: 1.5, none: null });
        assert.equal(Date.parse(memory.expires_at) - Date.parse(memory.created_at), 12 * 3_600_000);
        assert.match(memory.id, /^working_memory_every-tool-Meeting notes from t_\d{8}-\d{6}/);
        // 0.4 × 0 + 0.3 × 1 + 0.2 × 0.75 + 0.1 × 30 / 1000
        assert.equal(memory.importance_score, 0.453);
    });
    await t.test('get', async () => {
        const got = await answers.success('get', { session_id, memory_id: memory.id });
        assert.equal(got.access_count, 2);
        assert.ok(got.importance_score > memory.importance_score);
    });
    await t.test('list and search', async () => {
        const low = await answers.success('add', { session_id, content: 'Lunch is at noon', priority: 'low' });
        const listed = await answers.success('list', { session_id });
        assert.deepEqual(listed.memories.map(({ id }) => id), [memory.id, low.id]);
        assert.deepEqual([listed.count, listed.total], [2, 2]);
        const found = await answers.success('search', { session_id, query: 'MEETING notes', tags: ['standup', 'none'] });
        assert.deepEqual(found.memories.map(({ id }) => id), [memory.id]);
        assert.equal(found.query, 'MEETING notes');
        assert.ok(found.memories[0].relevance_score > 0.5 && found.memories[0].relevance_score <= 1);
        const filtered = await answers.success('search', { session_id, priority: 'low' });
        assert.deepEqual(filtered.memories.map(({ id }) => id), [low.id]);
        assert.equal((await answers.success('search', { session_id, tags: ['STANDUP'] })).total, 0);
    });
    await t.test('relation_add', async () => {
        const relation = { session_id, memory_id: memory.id, relation_type: 'references', target_element_id: 'skill_1' };
        for (let i = 0; i < 2; ++i) assert.equal((await answers.success('relation_add', { ...relation, metadata: { why: 'x' } })).success, true);
        const { metadata } = (await answers.success('list', { session_id })).memories[0];
        assert.equal(metadata.relations.length, 1);
        assert.match(JSON.stringify(metadata.relations), /references.*skill_1|skill_1.*references/);
    });
    await t.test('promote and list_promoted', async () => {
        const first = await answers.success('promote', { session_id, memory_id: memory.id });
        assert.match(first.id, /^memory_promoted_working_memory_every-tool-/);
        assert.equal(first.already_promoted, false);
        assert.equal(first.content, memory.content);
        assert.equal(first.metadata.promoted_from_working, 'true');
        assert.equal(first.metadata.working_memory_id, memory.id);
        assert.equal(first.metadata.working_memory_session, session_id);
        assert.equal(first.metadata.promotion_reason, 'manual');
        assert.equal(first.metadata.access_count_at_promotion, '2');
        assert.equal(first.metadata.room, 'A');
        const again = await answers.success('promote', { session_id, memory_id: memory.id });
        assert.equal(again.already_promoted, true);
        assert.equal(again.id, first.id);
        const { memories } = await answers.success('list_promoted', { session_id });
        assert.deepEqual(memories.map(each => [each.id, each.promoted_to_id]), [[memory.id, first.id]]);
        assert.equal((await answers.success('list', { session_id })).total, 1);
        assert.equal((await answers.success('list', { session_id, include_promoted: true })).total, 2);
    });
    await t.test('list_pending and get, which promotes', async () => {
        const critical = await answers.success('add', { session_id, content: 'The door code changes today', priority: 'critical' });
        const { memories } = await answers.success('list_pending', { session_id });
        assert.deepEqual(memories.map(({ id }) => id), [critical.id]);
        assert.match((await answers.success('get', { session_id, memory_id: critical.id })).promoted_to_id, /^memory_promoted_/);
        assert.equal((await answers.success('list_pending', { session_id })).total, 0);
    });
    await t.test('bulk_promote', async () => {
        const ids = [];
        for (const content of ['one', 'two']) ids.push((await answers.success('add', { session_id, content, priority: 'medium' })).id);
        const some = await answers.success('bulk_promote', { session_id, memory_ids: [ids[0], 'working_memory_none'] });
        assert.deepEqual([some.success, some.failed], [1, 1]);
        assert.deepEqual(some.results.map(each => [each.memory_id, each.success]), [[ids[0], true], ['working_memory_none', false]]);
        assert.match(some.results[0].long_term_id, /^memory_promoted_/);
        assert.match(some.results[1].error, /working_memory_none/);
        const critical = await answers.success('add', { session_id, content: 'three', priority: 'critical' });
        const none = await answers.failure('bulk_promote', { session_id });
        assert.match(none.error, /memory_ids/);
        const pending = await answers.success('bulk_promote', { session_id, memory_ids: [critical.id] });
        assert.deepEqual(pending.results.map(each => each.memory_id), [critical.id]);
    });
    await t.test('expire, list_expired and extend_ttl', async () => {
        const { id } = await answers.success('add', { session_id, content: 'Soon over', priority: 'medium' });
        assert.equal((await answers.success('expire', { session_id, memory_id: id })).success, true);
        assert.equal((await answers.failure('get', { session_id, memory_id: id })).code, 'EXPIRED');
        assert.deepEqual((await answers.success('list_expired', { session_id })).memories.map(each => each.id), [id]);
        assert.ok(!JSON.stringify(await answers.success('list', { session_id })).includes(id));
        assert.ok(JSON.stringify(await answers.success('list', { session_id, include_expired: true })).includes(id));
        const [before, { new_expires_at }, after] = [Date.now(), await answers.success('extend_ttl', { session_id, memory_id: id }), Date.now()];
        const extended = Date.parse(new_expires_at) - 4 * 3_600_000;
        assert.ok(extended > before - 1_000 && extended < after + 1_000, new_expires_at);
        const twice = await answers.success('extend_ttl', { session_id, memory_id: id });
        assert.equal(Date.parse(twice.new_expires_at) - Date.parse(new_expires_at), 4 * 3_600_000);
        assert.equal((await answers.success('get', { session_id, memory_id: id })).content, 'Soon over');
    });
    await t.test('stats and export', async () => {
        const stats = await answers.success('stats', { session_id });
        const all = await answers.success('export', { session_id });
        assert.equal(all.session_id, session_id);
        assert.equal(stats.total_count, all.total);
        assert.equal(stats.active_count + stats.expired_count, stats.total_count);
        assert.equal(stats.promoted_count, (await answers.success('list_promoted', { session_id })).total);
        assert.equal(Object.values(stats.by_priority).reduce((a, b) => a + b), stats.total_count);
        const mean = all.memories.reduce((sum, each) => sum + each.access_count, 0) / all.count;
        assert.ok(Math.abs(stats.avg_access_count - mean) < 1e-4, `${stats.avg_access_count} is not ${mean}`);
    });
    await t.test('clear_session', async () => {
        assert.equal((await answers.success('clear_session', { session_id })).success, true);
        assert.equal((await answers.success('stats', { session_id })).total_count, 0);
        await answers.success('add', { session_id, content: 'used again', priority: 'low' });
    });
    assert.equal(answers.seen.size, 15, `only ${[...answers.seen]}`);
});

test('a repeated idempotency key changes nothing, and is answered like the first time', async t => {
    for (const [name, make] of Object.entries(stores)) {
        const connection = await opened(t, '--store', make());
        const retries = new Answers(connection, tools);
        const session_id = 'retries';
        const add = { session_id, content: 'once', priority: 'low', idempotency_key: 'key-1' };
        const first = await retries.success('add', add);
        assert.equal((await retries.success('add', add)).id, first.id, name);
        const one = { session_id, memory_id: first.id };
        const longer = await retries.success('extend_ttl', { ...one, idempotency_key: 'key-2' });
        assert.deepEqual(await retries.success('extend_ttl', { ...one, idempotency_key: 'key-2' }), longer);
        for (const [key, tool, args] of [
            ['key-3', 'relation_add', { ...one, relation_type: 'references', target_element_id: 'x' }],
            ['key-4', 'promote', one], ['key-5', 'expire', one], ['key-6', 'bulk_promote', { session_id, memory_ids: [first.id] }],
        ]) for (let i = 0; i < 2; ++i) await retries.success(tool, { ...args, idempotency_key: key });
        assert.equal((await retries.success('stats', { session_id })).total_count, 1);
        await retries.success('clear_session', { session_id, idempotency_key: 'key-7' });
        await retries.success('add', { session_id, content: 'after', priority: 'low' });
        await retries.success('clear_session', { session_id, idempotency_key: 'key-7' });
        assert.equal((await retries.success('stats', { session_id })).total_count, 1, 'the repetition cleared nothing');
    }
});

test('an unknown session reads as empty', async () => {
    for (const name of reading) {
        const answer = await answers.success(name, { session_id: 'nobody' });
        assert.equal(name === 'stats' ? answer.total_count : answer.total, 0);
    }
});

test('250 memories come in pages, each once', async () => {
    const session_id = 'pages';
    const ids = [];
    for (let i = 0; i < 250; ++i) ids.push((await answers.success('add', { session_id, content: `page word ${i}`, priority: 'critical' })).id);
    assert.equal(new Set(ids).size, 250);
    for (const name of ['list', 'export', 'list_pending', 'search']) {
        const seen = [];
        for (let cursor, first = true; first || cursor; first = false) {
            const page = await answers.success(name, { session_id, limit: 37, ...cursor && { cursor }, ...name === 'search' && { query: 'word' } });
            assert.equal(page.total, 250);
            assert.equal(page.count, page.memories.length);
            assert.ok(page.count <= 37);
            seen.push(...page.memories.map(({ id }) => id));
            cursor = page.next_cursor;
        }
        assert.deepEqual(name === 'search' ? seen.sort() : seen, name === 'search' ? [...ids].sort() : ids, name);
    }
    // Without a limit there is a page, too, and it says that there is more.
    const page = await answers.success('list', { session_id });
    assert.equal(page.count < 250, page.next_cursor !== undefined);
});

test('large memories come in pages that stay below 1 MiB as they are sent', async () => {
    const session_id = 'large';
    // `Answers` measures; what has to be escaped in JSON, and in JSON as text again, grows.
    const contents = ['x', '"', '\n', 'é', '\u2028', '\u0001', '😀', '\\', 'y', 'z'].map((each, i) => `${i}${each.repeat(34_000 / Buffer.byteLength(each))}`);
    for (const content of contents) await answers.success('add', { session_id, content, priority: 'low' });
    for (const name of ['list', 'export', 'search']) {
        const seen = [];
        for (let cursor, first = true; first || cursor; first = false) {
            const page = await answers.success(name, { session_id, limit: 100, ...cursor && { cursor } });
            for (const { id, content, content_truncated } of page.memories) {
                assert.equal(content_truncated ?? false, name !== 'export', name);
                if (!content_truncated) {
                    seen.push(content);
                    continue;
                }
                const { content: whole } = await answers.success('get', { session_id, memory_id: id });
                assert.ok(whole.startsWith(content) && Buffer.byteLength(content) > 1_990, name);
                seen.push(whole);
            }
            cursor = page.next_cursor;
        }
        assert.deepEqual(seen.sort(), [...contents].sort(), name);
    }
});

test('resources: a session\'s context, ready for a prompt', async t => {
    const session_id = 'chat 1/ü';
    const uri = `memory://${encodeURIComponent(session_id)}/context`;
    await t.test('the template', async () => {
        const { resourceTemplates } = await server.inner.listResourceTemplates();
        assert.deepEqual(resourceTemplates.map(each => each.uriTemplate), ['memory://{session}/context']);
    });
    await t.test('a read: the important first, a line each', async () => {
        await answers.success('add', { session_id, content: 'tea at five', priority: 'low' });
        await answers.success('add', { session_id, content: 'said: "go"\n- do', priority: 'high' });
        const gone = await answers.success('add', { session_id, content: 'not any more', priority: 'high' });
        await answers.success('expire', { session_id, memory_id: gone.id });
        const { contents: [content, ...more] } = await server.inner.readResource({ uri });
        assert.equal(more.length, 0);
        assert.equal(content.uri, uri);
        const lines = content.text.split('\n').filter(line => line.includes('"'));
        assert.equal(lines.length, 2, content.text);
        assert.ok(lines[0].includes('"said: \\"go\\"\\n- do"'), content.text);
        assert.ok(lines[1].includes('"tea at five"'), content.text);
    });
    await t.test('the list', async () => {
        const { resources } = await server.inner.listResources();
        assert.ok(resources.some(each => each.uri === uri), JSON.stringify(resources));
    });
    await t.test('a long session: 1,000 tokens', async () => {
        for (let i = 0; i < 100; ++i) await answers.success('add', { session_id: 'long', content: `${'word '.repeat(40)}${i}`, priority: 'low' });
        const { contents: [content] } = await server.inner.readResource({ uri: 'memory://long/context' });
        assert.ok(content.text.length > 1_000 && content.text.length < 6_000, `${content.text.length}`);
    });
    await t.test('another address is an error', async () => {
        for (const wrong of ['memory://a/b/context', 'file:///etc/passwd', 'memory://a/contexts', 'memory:///context'])
            await rejects(server.inner.readResource({ uri: wrong }), -32602);
    });
    await t.test('subscribe, and hear of changes', async () => {
        // These clients do not even send what the server does not have.
        if (!server.legacy) return assert.rejects(server.inner.subscribeResource({ uri }), /resources\/subscribe|not supported/);
        await server.inner.subscribeResource({ uri });
        server.updates.length = 0;
        await answers.success('add', { session_id: 'elsewhere', content: 'nothing to do with it', priority: 'low' });
        await answers.success('add', { session_id, content: 'new', priority: 'low' });
        await until(() => server.updates.length, 'an update');
        assert.deepEqual([...new Set(server.updates)], [uri]);
        await server.inner.unsubscribeResource({ uri });
        server.updates.length = 0;
        await answers.success('add', { session_id, content: 'newer', priority: 'low' });
        await server.inner.listResources();
        assert.deepEqual(server.updates, []);
    });
});

test('prompts for the tools that are offered, and ids of sessions completed', async t => {
    const memory = await opened(t, '--tools', 'core,session,tasks');
    const { prompts } = await memory.inner.listPrompts();
    assert.deepEqual(prompts.map(({ name }) => name), ['recall', 'forget', 'plan']);
    const { messages: [{ role, content }] } = await memory.inner.getPrompt({ name: 'forget', arguments: { what: 'the "old" code' } });
    assert.equal(role, 'user');
    assert.match(content.text, /the \\"old\\" code.*memory_forget/s);
    await rejects(memory.inner.getPrompt({ name: 'forget' }), -32602);
    await rejects(memory.inner.getPrompt({ name: 'nothing' }), -32602);
    assert.deepEqual((await server.inner.listPrompts()).prompts, []);
    for (const session_id of ['team/a', 'team/b', 'other']) await memory.call('working_memory_add', { session_id, content: 'x', priority: 'low' });
    const { completion } = await memory.inner.complete({
        ref: { type: 'ref/resource', uri: 'memory://{session}/context' }, argument: { name: 'session', value: 'team/' },
    });
    assert.deepEqual(completion.values, ['team/a', 'team/b']);
    const reader = await opened(t, '--tools', 'core,tasks', '--read-only');
    assert.deepEqual((await reader.inner.listPrompts()).prompts.map(({ name }) => name), ['recall']);
});

test('what is known, and conversations, are completed in prompts', async t => {
    const memory = await opened(t, '--tools', 'core,memory_plan');
    assert.deepEqual((await memory.inner.listPrompts()).prompts.map(({ name }) => name), ['recall', 'forget', 'plan']);
    const session_id = 'autumn';
    await memory.call('memory_observe', { session_id, tool: 'pages.list', result: JSON.stringify([{ id: 'p-1', title: 'Home' }, { id: 'p-2', title: 'Jobs' }]) });
    await memory.call('memory_remember', { session_id, content: 'Deploys are on Tuesdays', key: 'p-days' });
    const completed = async (name, argument, value) => (await memory.inner.complete({
        ref: { type: 'ref/prompt', name }, argument: { name: argument, value },
    })).completion.values.sort();
    assert.deepEqual(await completed('forget', 'what', 'p-'), ['p-1', 'p-2', 'p-days']);
    assert.deepEqual(await completed('forget', 'what', 'p-2'), ['p-2']);
    assert.deepEqual(await completed('recall', 'session', 'au'), ['autumn']);
    for (const [name, argument, value] of [['recall', 'what', 'p-'], ['forget', 'nothing', ''], ['plan', 'goal', ''], ['nothing', 'what', '']])
        assert.deepEqual(await completed(name, argument, value), []);
    const { messages: [{ content }] } = await memory.inner.getPrompt({ name: 'plan', arguments: { goal: 'the move' } });
    assert.match(content.text, /memory_plan/);
});

test('an unknown tool is -32602', () => rejects(server.call('working_memory_nothing', { session_id: 'a' }), -32602));

test('--read-only offers what changes nothing, and no more', async t => {
    const store = stores.sqlite();
    const writer = await opened(t, '--store', store);
    const { tools: all } = await writer.inner.listTools();
    await new Answers(writer, all).success('add', { session_id: 's', content: 'kept', priority: 'low' });
    const reader = await opened(t, '--store', store, '--read-only');
    const { tools: few } = await reader.inner.listTools();
    assert.deepEqual(few.filter(ofSessions).map(({ name }) => short(name)).sort(), [...reading].sort());
    assert.deepEqual(few.map(({ name }) => name).filter(name => name.startsWith('long_term')).sort(), ['long_term_get', 'long_term_list', 'long_term_search']);
    const read = new Answers(reader, few);
    assert.deepEqual((await read.success('list', { session_id: 's' })).memories.map(({ content }) => content), ['kept']);
    for (const name of changing) await rejects(reader.call(`working_memory_${name}`, { session_id: 's' }), -32602);
    assert.match((await reader.inner.readResource({ uri: 'memory://s/context' })).contents[0].text, /"kept"/);
});

test('what is kept for good is there when its session is gone', async () => {
    const session_id = 'over-soon';
    const { id } = await answers.success('add', { session_id, content: 'Ann cannot eat hazelnuts', priority: 'low' });
    const kept = await answers.success('promote', { session_id, memory_id: id });
    await answers.success('clear_session', { session_id });
    const asked = async (name, args) => {
        const { structuredContent, isError } = await server.call(`long_term_${name}`, args);
        assert.ok(!isError, name);
        return structuredContent;
    };
    assert.deepEqual((await asked('search', { query: 'hazelnuts' })).memories.map(each => each.id), [kept.id]);
    assert.equal((await asked('get', { memory_id: kept.id })).content, 'Ann cannot eat hazelnuts');
    assert.ok((await asked('list', {})).memories.some(each => each.id === kept.id));
    const both = await answers.success('search', { session_id, query: 'hazelnuts', include_long_term: true });
    assert.deepEqual([both.total, both.long_term.map(each => each.id)], [0, [kept.id]]);
    assert.equal((await asked('forget', { memory_id: kept.id })).forgotten, true);
    assert.deepEqual((await asked('search', { query: 'hazelnuts' })).memories, []);
});

test('--no-output-schemas: the same answers, a shorter list', async t => {
    const plain = await opened(t, '--store', 'memory', '--no-output-schemas', '--tools', 'session');
    const { tools: without } = await plain.inner.listTools();
    assert.equal(without.length, 15);
    assert.ok(without.every(({ outputSchema }) => outputSchema === undefined));
    const { content, isError } = await plain.call('working_memory_add', { session_id: 's', content: 'x', priority: 'low' });
    assert.ok(!isError);
    assert.equal(JSON.parse(content[0].text).content, 'x');
});
