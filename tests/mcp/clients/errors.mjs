// Every rule of every field: what is refused is named with its rule and changes nothing, what is just allowed passes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Answers, connect, kinds, lasting, ofSessions } from './connect.mjs';
import { rest } from './program.mjs';

const [kind] = rest;
assert.ok(kinds[kind.split('@')[0]], `name a client: ${Object.keys(kinds).join(', ')}`);

let server, answers, memory_id;
const session_id = 'errors';
before(async () => {
    server = await connect(kind);
    answers = new Answers(server, (await server.inner.listTools()).tools);
    memory_id = (await answers.success('add', { session_id, content: 'there', priority: 'high' })).id;
});
after(() => server.close());

const without = (args, name) => Object.fromEntries(Object.entries(args).filter(([each]) => each !== name));
const reserved = [
    'relations', 'promoted_from_working', 'working_memory_id', 'working_memory_session', 'promotion_reason',
    'access_count_at_promotion', 'importance_at_promotion',
];

/** The least each tool can be called with. */
const least = () => ({
    add: { session_id, content: 'x', priority: 'low' },
    get: { session_id, memory_id },
    list: { session_id },
    promote: { session_id, memory_id },
    clear_session: { session_id: 'nobody' },
    stats: { session_id },
    expire: { session_id, memory_id },
    extend_ttl: { session_id, memory_id },
    export: { session_id },
    list_pending: { session_id },
    list_expired: { session_id },
    list_promoted: { session_id },
    bulk_promote: { session_id, memory_ids: [] },
    relation_add: { session_id, memory_id, relation_type: 'references', target_element_id: 'x' },
    search: { session_id },
});

/** What a field refuses, and what it just allows. */
const fields = {
    session_id: { wrong: ['', 7, null, ['a'], 'x'.repeat(513), 'é'.repeat(257)], right: ['x'.repeat(512), 'é'.repeat(256)] },
    memory_id: { wrong: [7, null, {}, 'x'.repeat(1_025)], right: [] },
    content: { wrong: ['', 7, null, ['a'], 'x'.repeat(102_401), 'é'.repeat(51_201)], right: ['x'.repeat(102_400), 'é'.repeat(51_200), ' '] },
    priority: { wrong: ['', 'urgent', 'LOW', 'low ', 1, null], right: ['low', 'medium', 'high', 'critical'] },
    tags: {
        wrong: ['a', '[1', { a: 1 }, [1], [null], [['a']], Array(65).fill('a'), ['x'.repeat(257)]],
        right: [[], Array.from({ length: 64 }, (_, i) => `${i}`.padEnd(256, 'x'))],
    },
    metadata: {
        wrong: ['a', [], 1, { a: {} }, { a: [1] }, { a: 'x'.repeat(65_600) }, ...reserved.map(name => ({ [name]: 'x' }))],
        right: [{}, { a: 'x'.repeat(60_000) }, { a: 1, b: -1.5, c: true, d: null, e: '' }],
    },
    idempotency_key: { wrong: [1, null, {}], right: ['k'] },
    allow_secret: { wrong: ['yes', 1, null], right: [true, false, 'true'] },
    include_expired: { wrong: ['yes', 1, null], right: [true, false, 'true'] },
    include_long_term: { wrong: ['yes', 0, null], right: [true, false, 'true'] },
    include_promoted: { wrong: ['yes', 0, null], right: [true, false, 'true'] },
    limit: { wrong: [0, -1, 1.5, 'five', null, true, 1e30], right: [1, 100, '5'] },
    cursor: { wrong: [1, null, {}, 'nonsense', '-1', '1x'], right: [] },
    memory_ids: { wrong: ['a', '[1', {}, [1], [null], ['x'.repeat(1_025)]], right: [[]] },
    relation_type: { wrong: ['', 1, null, 'x'.repeat(1_025)], right: ['x'.repeat(1_024)] },
    target_element_id: { wrong: ['', 1, null, 'x'.repeat(1_025)], right: ['x'.repeat(1_024)] },
    query: { wrong: [1, null, ['a']], right: ['', 'x', '*'] },
};
const tagsOfSearch = { wrong: fields.tags.wrong.slice(0, 5), right: [[]] };
const metadataOfRelation = { wrong: fields.metadata.wrong.slice(0, 6), right: [{}, { a: 1 }] };
const rulesOf = (tool, field) =>
    tool === 'search' && field === 'tags' ? tagsOfSearch : tool === 'relation_add' && field === 'metadata' ? metadataOfRelation : fields[field];

test('each field of each tool keeps its rules', async () => {
    const { tools } = await server.inner.listTools();
    let refused = 0;
    for (const { name: full, inputSchema } of tools.filter(ofSessions)) {
        const name = full.replace('working_memory_', '');
        const args = least()[name];
        const before = lasting((await answers.success('export', { session_id })).memories);
        for (const field of Object.keys(inputSchema.properties)) {
            const rules = rulesOf(name, field);
            assert.ok(rules, `no rules are known for ${name}.${field}`);
            for (const value of rules.wrong) {
                // What need not be given is not given where it is null or empty.
                if ([null, ''].includes(value) && !inputSchema.required.includes(field)) continue;
                const { code, error, details } = await answers.failure(name, { ...args, [field]: value });
                const about = `${name} with ${field} = ${JSON.stringify(value).slice(0, 80)}: ${error}`;
                assert.equal(code, 'VALIDATION_ERROR', about);
                assert.match(error, new RegExp(field), about);
                assert.ok(error.length < 2_000, about);
                assert.equal(typeof details, 'object');
                ++refused;
            }
            if (inputSchema.required.includes(field)) {
                const { code, error } = await answers.failure(name, without(args, field));
                assert.equal(code, 'VALIDATION_ERROR');
                assert.match(error, new RegExp(field));
            }
        }
        const { code, error } = await answers.failure(name, { ...args, surplus: 1 });
        assert.equal(code, 'VALIDATION_ERROR');
        assert.match(error, /surplus/);
        assert.deepEqual(lasting((await answers.success('export', { session_id })).memories), before, `a refused ${name} changed something`);
    }
    assert.ok(refused > 200, `${refused}`);
});

test('what is just allowed passes', async () => {
    for (const [field, { right }] of Object.entries(fields))
        for (const value of right) {
            const name = ['add', 'list', 'search', 'bulk_promote', 'relation_add'].find(each =>
                field in least()[each] || each === 'add' && ['tags', 'metadata', 'idempotency_key'].includes(field) ||
                each === 'list' && /include_[ep]|limit/.test(field) || each === 'search' && /query|long_term/.test(field) ||
                each === 'bulk_promote' && field === 'allow_secret');
            assert.ok(name, field);
            await answers.success(name, { ...least()[name], [field]: value });
        }
});

test('what is not there is NOT_FOUND, and is named', async () => {
    for (const name of ['get', 'promote', 'expire', 'extend_ttl', 'relation_add']) {
        for (const args of [{ memory_id: 'nothing-7' }, { session_id: 'nobody' }]) {
            const { code, error, details } = await answers.failure(name, { ...least()[name], ...args });
            assert.equal(code, 'NOT_FOUND', `${name}: ${error}`);
            assert.ok(error.includes(Object.values(args)[0]), error);
            if (args.session_id) assert.equal(details.session_id, 'nobody');
            else assert.equal(details.memory_id, 'nothing-7');
        }
    }
    for (const name of ['clear_session', 'bulk_promote'])
        assert.equal((await answers.failure(name, { ...least()[name], session_id: 'nobody' })).code, 'NOT_FOUND');
});

test('what has expired is EXPIRED for a reader', async () => {
    const { id } = await answers.success('add', { session_id, content: 'short', priority: 'low' });
    await answers.success('expire', { session_id, memory_id: id });
    const { code, error, details } = await answers.failure('get', { session_id, memory_id: id });
    assert.equal(code, 'EXPIRED');
    assert.ok(error.includes(id));
    assert.deepEqual(details, { session_id, memory_id: id });
    assert.equal((await answers.success('promote', { session_id, memory_id: id })).content, 'short');
});

test('a key answers its call, also when what it did is gone, and refuses any other', async () => {
    const add = { session_id: 'keys', content: 'x', priority: 'low', idempotency_key: 'k' };
    const first = await answers.success('add', add);
    await answers.success('clear_session', { session_id: 'keys' });
    assert.deepEqual(await answers.success('add', add), first);
    const { code, error } = await answers.failure('add', { ...add, content: 'y' });
    assert.equal(code, 'VALIDATION_ERROR');
    assert.match(error, /idempotency_key .*"k"/);
});
