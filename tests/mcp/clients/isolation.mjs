// A session learns nothing of another one, whatever ids it tries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, lasting } from './connect.mjs';

const secret = 'ZEBRA-4711-blue';
const owner = 'team/alpha';
const strangers = [
    'team/beta', 'team/alph', 'team/alpha ', ' team/alpha', 'team/alpha/', 'TEAM/ALPHA', 'team\\alpha', 'team/alpha\n', 'team/../team/alpha',
    'team/аlpha', 'team%2Falpha', 'team/alpha%00', 'team/alpha\u0000', 'team/alpha\u200b', 'session/team/alpha', '*', '%', '.', '..', "' OR '1'='1",
];

let server, kept, expired, promoted;
const call = (name, args) => server.call(`working_memory_${name}`, args);
const add = async (content, more) => (await call('add', {
    session_id: owner, content, priority: 'high', tags: [`${secret}-tag`], metadata: { code: `${secret}-value` }, ...more,
})).structuredContent;
before(async () => {
    server = await connect('sdk');
    kept = await add(`The code is ${secret}`);
    expired = await add(`Over: ${secret}`);
    await call('expire', { session_id: owner, memory_id: expired.id });
    promoted = (await call('promote', { session_id: owner, memory_id: (await add(`Forever: ${secret}`)).id })).structuredContent;
});
after(() => server.close());

/** The foreign ids, and what looks like them. */
const lookalikes = session => [
    kept.id, expired.id, promoted.id, promoted.metadata.working_memory_id, kept.id.replace(owner, session), kept.id.toUpperCase(), `${kept.id} `,
    `${kept.id}\u0000`, `${kept.id}-2`, kept.id.slice(0, -1), kept.id.slice(0, 30), `${owner}/${kept.id}`, `../${owner}/${kept.id}`, '%', '*', '',
];
// What the stranger said itself comes back to it, and tells it nothing.
const tells = (text, ...said) => {
    let left = text;
    for (const each of said) left = left.replaceAll(JSON.stringify(each).slice(1, -1), '').replaceAll(each, '');
    return left.includes(secret) || left.includes('The code is') || left.includes('Forever:');
};

test('15 tools in a foreign session, with look-alike ids: nothing leaks, not even in errors', async () => {
    const before = lasting((await call('export', { session_id: owner })).structuredContent.memories);
    let calls = 0;
    for (const session_id of strangers) {
        for (const memory_id of lookalikes(session_id)) {
            const args = { session_id, memory_id };
            for (const [name, more] of [
                ['get'], ['promote'], ['expire'], ['extend_ttl'], ['relation_add', { relation_type: 'references', target_element_id: 'x' }],
            ]) {
                const result = await call(name, { ...args, ...more });
                const text = JSON.stringify(result);
                assert.ok(result.isError, text);
                assert.match(JSON.parse(result.content[0].text).code, /^(NOT_FOUND|VALIDATION_ERROR)$/, text);
                assert.ok(!tells(result.content[0].text, session_id, memory_id), text);
                ++calls;
            }
            const bulk = await call('bulk_promote', { session_id, memory_ids: [memory_id] });
            assert.ok(!tells(JSON.stringify(bulk), session_id, memory_id), JSON.stringify(bulk));
            assert.ok(bulk.isError || bulk.structuredContent.success === 0, JSON.stringify(bulk));
        }
        for (const [name, more] of [
            ['list', { include_expired: true, include_promoted: true }], ['list_pending'], ['list_expired'], ['list_promoted'], ['export'],
            ['search', { query: secret, include_expired: true, include_promoted: true }], ['search', { query: '', tags: [`${secret}-tag`], include_promoted: true }],
            ['search', { include_expired: true, include_promoted: true }], ['stats'],
        ]) {
            const result = await call(name, { session_id, ...more });
            const text = JSON.stringify({ ...result.structuredContent, query: undefined });
            assert.ok(!tells(text), text);
            if (!result.isError) assert.equal(result.structuredContent.total ?? result.structuredContent.total_count, 0, `${name}: ${text}`);
            ++calls;
        }
        // One that the stranger fills itself holds its own memories, and no others.
        const own = await call('add', { session_id, content: 'mine', priority: 'low' });
        if (!own.isError) {
            const { memories } = (await call('export', { session_id })).structuredContent;
            assert.deepEqual(memories.map(({ content }) => content), ['mine']);
        }
        await call('clear_session', { session_id });
        const read = await server.inner.readResource({ uri: `memory://${encodeURIComponent(session_id)}/context` });
        assert.equal(read.contents[0].text, '');
    }
    assert.ok(calls > 15 * strangers.length, `${calls}`);
    assert.deepEqual(lasting((await call('export', { session_id: owner })).structuredContent.memories), before);
});

test('an error names what the caller said, and nothing of what is stored', async () => {
    for (const [name, args] of [
        ['get', { session_id: owner, memory_id: 'nothing' }], ['get', { session_id: owner, memory_id: expired.id }],
        ['add', { session_id: owner, content: 'x', priority: 'urgent' }], ['list', { session_id: owner, cursor: 'x' }],
    ]) {
        const result = await call(name, args);
        assert.ok(result.isError);
        assert.ok(!tells(result.content[0].text, ...Object.values(args)), result.content[0].text);
    }
});
