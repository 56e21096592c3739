// Messages that are none, straight over stdio: an error or an answer each, no crash, no hang, exit 0 at end of input.
// That every line of the output is JSON, `Lines` checks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lines } from './program.mjs';

const ping = id => ({ jsonrpc: '2.0', id, method: 'ping' });
const add = (id, content = 'x') => ({
    jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'working_memory_add', arguments: { session_id: 's', content, priority: 'low' } },
});
const started = t => {
    const server = new Lines();
    t.after(() => server.kill());
    return server;
};
const ready = async t => {
    const server = started(t);
    await server.initialize();
    return server;
};
// It still answers, ends well and says nothing on the side.
const finish = async server => {
    assert.deepEqual((await server.ask(ping('still there'))).result, {});
    assert.equal(await server.end(), 0);
    assert.equal(server.log, '');
};
const refused = (answer, code, id) => {
    assert.equal(answer.error?.code, code, JSON.stringify(answer));
    assert.ok(answer.error.message.length > 0 && answer.error.message.length < 1_000);
    if (id === undefined) assert.ok(!('id' in answer), JSON.stringify(answer));
    else assert.equal(answer.id, id);
};
// Without an id, or with the one that the line shows.
const refusedLine = (answer, code, line) => refused(answer, code, 'id' in answer && `${line}`.includes(`"id":${JSON.stringify(answer.id)}`) ? answer.id : undefined);

test('what is no JSON is -32700, with the id that it shows', async t => {
    const server = await ready(t);
    for (const line of [
        '{', '}', '{"jsonrpc":"2.0","id":1,', '"', '{\'a\':1}', 'hello', 'null x', '{"a":01}', '[1,]', '{"id":1}{"id":2}', '\u0000', '{"a":"\u0001"}',
        '{"jsonrpc":"2.0","id":1,"method":"ping"', 'Content-Length: 10', '{"a":1e999}', '\ufeff', 'NaN', '{"a":"\\x"}', '<xml/>',
    ]) refusedLine(await server.ask(`${line}\n`), -32700, line);
    await finish(server);
});

test('a text that was cut in the middle of a character is read', async t => {
    const server = await ready(t);
    const answer = await server.ask('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud83d"}}\n');
    assert.deepEqual(answer.result, {});
    await finish(server);
});

test('bytes that are no UTF-8 are -32700', async t => {
    const server = await ready(t);
    for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x80], [0x80]]) {
        const line = Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"'), Buffer.from(bytes), Buffer.from('"}}\n')]);
        refused(await server.ask(line), -32700, 1);
    }
    await finish(server);
});

test('JSON that is no request is -32600; the id comes back where it can be read', async t => {
    const server = await ready(t);
    for (const message of [
        1, 'text', null, true, [], {}, { id: null }, { jsonrpc: '2.0', id: null, method: 'ping' },
        { jsonrpc: '2.0', id: 1.5, method: 'ping' }, { jsonrpc: '2.0', id: {}, method: 'ping' }, { jsonrpc: '2.0', id: [1], method: 'ping' },
        { jsonrpc: '2.0', id: true, method: 'ping' },
    ]) refusedLine(await server.ask(`${JSON.stringify(message)}\n`), -32600, JSON.stringify(message));
    for (const message of [
        { id: 'a', method: 'ping' }, { jsonrpc: '1.0', id: 'a', method: 'ping' }, { jsonrpc: 2, id: 'a', method: 'ping' }, { jsonrpc: '2.0', id: 'a' },
        { jsonrpc: '2.0', id: 'a', method: 7 }, { jsonrpc: '2.0', id: 'a', method: null }, { jsonrpc: '2.0', id: 'a', method: {} },
    ]) refused(await server.ask(message), -32600, 'a');
    await finish(server);
});

test('wrong parameters are -32602, unknown methods -32601', async t => {
    const server = await ready(t);
    let id = 0;
    const ask = async (method, params) => server.ask({ jsonrpc: '2.0', id: ++id, method, params });
    for (const params of [[], 'x', 7, true]) refused(await ask('tools/call', params), -32602, id);
    for (const params of [undefined, {}, { name: 7 }, { name: null }, { name: 'nothing' }, { name: '' }, { name: 'working_memory_add', arguments: [7] },
        { name: 'working_memory_add', arguments: 'x' }, { name: 'working_memory_add', arguments: 7 }, { name: 'x'.repeat(100_000) }])
        refused(await ask('tools/call', params), -32602, id);
    for (const params of [undefined, {}, { uri: 7 }, { uri: '' }, { uri: 'memory://' }, { uri: 'memory://%/context' }, { uri: 'memory://%zz/context' }, { uri: 'memory://%ff/context' }])
        refused(await ask('resources/read', params), -32602, id);
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list']) refused(await ask(method, { cursor: 7 }), -32602, id);
    for (const method of ['tools/list', 'resources/templates/list']) refused(await ask(method, { cursor: 'x' }), -32602, id);
    refused(await ask('initialize', {}), -32602, id);
    for (const method of ['', 'nothing', 'tools', 'tools/call/x', 'prompts', 'logging/getLevel', 'rpc.discover', 'x'.repeat(100_000)])
        refused(await ask(method, {}), -32601, id);
    await finish(server);
});

test('notifications and answers are taken without a word', async t => {
    const server = await ready(t);
    const before = server.answers.length;
    for (const message of [
        { jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77, reason: 'x' } },
        { jsonrpc: '2.0', method: 'notifications/nothing' }, { jsonrpc: '2.0', id: 5, result: {} }, { jsonrpc: '2.0', id: 5, error: { code: 1, message: 'x' } },
        { jsonrpc: '2.0', method: 'tools/call', params: add(1).params },
    ]) await server.write(message);
    await server.ask(ping(1));
    assert.equal(server.answers.length, before + 1);
    await finish(server);
});

test('an id is used once', async t => {
    const server = await ready(t);
    assert.ok((await server.ask(add(7))).result);
    refused(await server.ask(add(7)), -32600, 7);
    assert.ok((await server.ask(add('7'))).result, 'a text is another id than a number');
    assert.ok((await server.ask(add(-7))).result);
    assert.ok((await server.ask(add(9_007_199_254_740_991))).result);
    assert.ok((await server.ask(add(''))).result);
    await finish(server);
});

test('lines of 10 MB are refused, and the next one is read; 4 MiB are read', async t => {
    const server = await ready(t);
    for (const line of ['x'.repeat(10_000_000), `"${'y'.repeat(10_000_000)}"`, JSON.stringify(add(1, 'z'.repeat(10_000_000))), ' '.repeat(5_000_000)])
        refusedLine(await server.ask(`${line}\n`), -32600, line);
    const padded = JSON.stringify(add(1)).padEnd(4 << 20, ' ');
    assert.ok((await server.ask(`${padded}\n`)).result);
    refused(await server.ask(`${padded} \n`), -32600, 1);
    const { result } = await server.ask(add(2, 'w'.repeat(4_000_000)));
    assert.equal(JSON.parse(result.content[0].text).code, 'VALIDATION_ERROR');
    await finish(server);
});

test('deep nesting is refused beyond 64', async t => {
    const server = await ready(t);
    const nested = (depth, open, close) => `{"jsonrpc":"2.0","id":"deep","method":"ping","params":{"a":${open.repeat(depth)}${close.repeat(depth)}}}`;
    assert.deepEqual((await server.ask(`${nested(62, '[', ']')}\n`)).result, {});
    for (const line of [nested(63, '[', ']'), nested(100_000, '[', ']'), '['.repeat(1_000_000), '{"a":'.repeat(500_000), nested(1_000, '{"a":', '}').replace('}}}', '1}}}')])
        refusedLine(await server.ask(`${line}\n`), -32600, line);
    await finish(server);
});

test('a message may come byte by byte, several at once, and end with CRLF; blank lines are nothing', async t => {
    const server = await ready(t);
    const bytes = Buffer.from(`${JSON.stringify(add(1, 'é😀'))}\n`);
    const answer = server.next();
    for (const byte of bytes) await server.write(Buffer.from([byte]));
    assert.equal((await answer).result.structuredContent.content, 'é😀');
    const both = [server.next(({ id }) => id === 2), server.next(({ id }) => id === 3)];
    server.write(`\n\r\n  \n${JSON.stringify(ping(2))}\r\n\n\t\r\n${JSON.stringify(ping(3))}\n`);
    for (const each of await Promise.all(both)) assert.deepEqual(each.result, {});
    await finish(server);
});

test('the input may end anywhere', async t => {
    const whole = JSON.stringify(ping('last'));
    for (const [input, answers] of [['', 0], ['\n', 0], [whole, 1], [`${whole}\r`, 1], [whole.slice(0, 20), 1], [`${whole}\n${whole.slice(0, 5)}`, 2], ['{', 1]]) {
        const server = started(t);
        assert.equal(await server.end(input), 0, server.log);
        assert.equal(server.answers.length, answers, JSON.stringify(input));
        assert.equal(server.log, '');
    }
});

test('10,000 requests on their way at once are answered, each once and in order', async t => {
    const server = await ready(t);
    const before = server.answers.length;
    const count = 10_000;
    const lines = Array.from({ length: count }, (_, i) => i % 10 === 9 ? '{"broken\n' : `${JSON.stringify(i % 2 ? ping(i) : add(i))}\n`);
    server.write(lines.join(''));
    assert.equal(await server.end(), 0);
    const answers = server.answers.slice(before);
    assert.equal(answers.length, count);
    answers.forEach((answer, i) => i % 10 === 9 ? refused(answer, -32700) : assert.ok(answer.id === i && answer.result, JSON.stringify(answer)));
    assert.equal(server.log, '');
});

test('a reader that is gone ends it, and so does one that never reads', async t => {
    const server = await ready(t);
    server.process.stdout.destroy();
    for (let i = 0; i < 100; ++i) server.write(ping(i));
    assert.notEqual(await server.ended, null);
    assert.equal(typeof server.code, 'number', `it died of ${server.code}`);
});

test('before initialize, the older revisions get ping and nothing else', async t => {
    const server = started(t);
    assert.deepEqual((await server.ask(ping(1))).result, {});
    refused(await server.ask({ jsonrpc: '2.0', id: 2, method: 'tools/list' }), -32602, 2);
    await finish(server);
});

test('versions: an older one is echoed, an unknown one answered with the newest', async t => {
    for (const [asked, given] of [
        ['2024-11-05', '2024-11-05'], ['2025-03-26', '2025-03-26'], ['2025-06-18', '2025-06-18'], ['2025-11-25', '2025-11-25'],
        ['1999-01-01', '2025-11-25'], ['2099-01-01', '2025-11-25'], ['', '2025-11-25'],
    ]) {
        const server = started(t);
        assert.equal((await server.initialize(asked)).result.protocolVersion, given);
        await finish(server);
    }
});
