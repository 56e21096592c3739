// The revision 2026-07-28: nothing hangs on the connection, every request says what it needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lines, meta } from './program.mjs';

const version = 'io.modelcontextprotocol/protocolVersion', capabilities = 'io.modelcontextprotocol/clientCapabilities';
const started = t => {
    const server = new Lines();
    t.after(() => server.kill());
    return server;
};
const refused = ({ error, id }, code, text = /./) => {
    assert.equal(error?.code, code, JSON.stringify(error));
    assert.match(error.message, text);
    assert.match(id, /^request-/);
};

test('discover says who is there and what it speaks', async t => {
    const { result } = await started(t).request('server/discover', meta());
    assert.ok(result.supportedVersions.includes('2026-07-28'));
    assert.ok(result.capabilities.tools && result.capabilities.resources);
    assert.equal(result.capabilities.resources.subscribe, undefined);
    assert.match(result.instructions, /session_id/);
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'workmem');
});

test('every result has a type; discover, lists and reads say how long they may be kept', async t => {
    const server = started(t);
    const uri = 'memory://s/context';
    const add = { name: 'working_memory_add', arguments: { session_id: 's', content: 'x', priority: 'low' } };
    for (const [method, params, kept] of [
        ['server/discover', {}, true], ['tools/list', {}, true], ['tools/call', add, false], ['resources/list', {}, true],
        ['resources/templates/list', {}, true], ['resources/read', { uri }, true], ['tools/call', { ...add, arguments: {} }, false],
    ]) {
        const { result } = await server.request(method, { ...params, ...meta() });
        assert.equal(result?.resultType, 'complete', method);
        assert.equal(Number.isInteger(result.ttlMs) && result.ttlMs >= 0, kept, method);
        assert.equal(['public', 'private'].includes(result.cacheScope), kept, method);
    }
    // What is somebody's own may not be shared.
    for (const [method, params] of [['resources/list', {}], ['resources/read', { uri }]])
        assert.equal((await server.request(method, { ...params, ...meta() })).result.cacheScope, 'private');
});

test('what a request leaves out is -32602, and is named', async t => {
    const server = started(t);
    for (const method of ['tools/list', 'resources/list', 'server/discover', 'tools/call']) {
        for (const params of [undefined, {}, { _meta: {} }, { _meta: null }, { _meta: 'x' }, { _meta: { [version]: 7 } }, { _meta: { [capabilities]: {} } }])
            refused(await server.request(method, params), -32602, /protocolVersion/);
        for (const wrong of [undefined, null, 'x', 7, []])
            refused(await server.request(method, { _meta: { [version]: '2026-07-28', [capabilities]: wrong } }), -32602, /clientCapabilities/);
    }
    // The client's name is not needed.
    assert.ok((await server.request('tools/list', { _meta: { [version]: '2026-07-28', [capabilities]: {} } })).result);
});

test('an unknown version is -32022, with what is supported', async t => {
    const server = started(t);
    for (const requested of ['2099-01-01', '2025-11-25', '', 'latest'])
        for (const method of ['server/discover', 'tools/list', 'tools/call', 'nothing']) {
            const answer = await server.request(method, meta(requested));
            refused(answer, -32022);
            assert.equal(answer.error.data.requested, requested);
            assert.ok(answer.error.data.supported.includes('2026-07-28'));
        }
});

test('what only the older revisions have is -32601', async t => {
    const server = started(t);
    for (const method of ['ping', 'initialize', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'nothing'])
        refused(await server.request(method, { level: 'info', uri: 'memory://s/context', protocolVersion: '2025-11-25', ...meta() }), -32601);
});

test('nothing hangs on the connection: both eras speak on one, and ids may come again', async t => {
    const server = started(t);
    const add = content => ({ name: 'working_memory_add', arguments: { session_id: 'shared', content, priority: 'low' } });
    const [first, second] = [await server.request('tools/call', { ...add('one'), ...meta() }), await server.request('tools/call', { ...add('two'), ...meta() })];
    assert.ok(first.result.structuredContent.id !== second.result.structuredContent.id);
    await server.initialize();
    const { result } = await server.request('tools/call', { name: 'working_memory_list', arguments: { session_id: 'shared' } });
    assert.equal(result.structuredContent.total, 2);
    assert.equal(result.resultType, undefined);
    for (let i = 0; i < 2; ++i)
        assert.ok((await server.ask({ jsonrpc: '2.0', id: 'again', method: 'tools/list', params: meta() })).result);
});

test('cursors of lists come back; invented ones are -32602', async t => {
    const server = started(t);
    for (let i = 0; i < 250; ++i)
        await server.request('tools/call', { name: 'working_memory_add', arguments: { session_id: `s${i}`, content: 'x', priority: 'low' }, ...meta() });
    const uris = [];
    for (let cursor, first = true; first || cursor; first = false) {
        const { result } = await server.request('resources/list', { ...cursor && { cursor }, ...meta() });
        uris.push(...result.resources.map(({ uri }) => uri));
        cursor = result.nextCursor;
    }
    assert.equal(new Set(uris).size, 250);
    assert.equal(uris.length, 250);
    refused(await server.request('resources/list', { cursor: 7, ...meta() }), -32602, /cursor/);
    refused(await server.request('tools/list', { cursor: 'x', ...meta() }), -32602, /cursor/);
});
