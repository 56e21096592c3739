// Measures `workmem mcp --store memory --tools session` beside minimal_server.mjs, in turns and in the same run:
//     node compare.mjs PROGRAM [REPETITIONS [CALLS]]
// add/s and get/s with 64 requests on their way, and the time from starting a server to its first answer; medians
// and ratios as a table. The processor time of each server (Linux) stands below: other programs disturb it less.
// Exit status 1 when a goal is missed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const depth = 64;
const [program, repetitions = '9', calls = '50000'] = process.argv.slice(2);
const servers = {
    workmem: [program, ['mcp', '--store', 'memory', '--tools', 'session']],
    node: [process.execPath, [fileURLToPath(new URL('minimal_server.mjs', import.meta.url))]],
};

const line = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello = line('hello', 'initialize', {
    protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'compare', version: '1' },
});
const call = (id, name, args) => line(id, 'tools/call', { name: `working_memory_${name}`, arguments: args });
const seconds = since => Number(process.hrtime.bigint() - since) / 1e9;
const median = values => values.sort((a, b) => a - b)[values.length >> 1];

function start(name) {
    const [file, options] = servers[name];
    const began = process.hrtime.bigint();
    const child = spawn(file, options, { stdio: ['pipe', 'pipe', 'inherit'] });
    let heard = () => {};
    child.stdout.on('data', data => heard(data));
    return {
        // Sends the lines, at most `depth` of them unanswered; what came back, in pieces.
        run: lines => new Promise(done => {
            const pieces = [];
            let sent = 0, answered = 0;
            const send = upTo => {
                if (sent < upTo) child.stdin.write(lines.slice(sent, upTo).join(''));
                sent = Math.max(sent, upTo);
            };
            heard = data => {
                pieces.push(data);
                for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) ++answered;
                send(Math.min(answered + depth, lines.length));
                if (answered === lines.length) done(pieces);
            };
            send(Math.min(depth, lines.length));
        }),
        began,
        // User and system, in seconds; 0 where nobody tells.
        used: () => {
            try {
                const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
                return (Number(fields[11]) + Number(fields[12])) / 100;
            } catch {
                return 0;
            }
        },
        end: () => new Promise(done => {
            child.on('close', done);
            child.stdin.end();
        }),
    };
}

const results = pieces => Buffer.concat(pieces).toString().split('\n').filter(Boolean).map(text => {
    const { result } = JSON.parse(text);
    if (!result?.structuredContent) throw new Error(`no success: ${text}`);
    return result.structuredContent;
});

async function once(name) {
    const server = start(name);
    await server.run([hello]);
    const first = seconds(server.began);
    const count = Number(calls);
    const adds = Array.from({ length: count }, (_, i) => call(i, 'add', {
        session_id: `session-${i % 50}`, priority: ['low', 'medium', 'high'][i % 3], tags: ['note', `t${i % 7}`],
        content: `Note ${i} says what was agreed upon: send the offer on ${i % 28} of the month, then ask again.`,
        metadata: { source: 'chat', turn: i },
    }));
    let began = process.hrtime.bigint(), used = server.used();
    const added = await server.run(adds);
    const add = count / seconds(began), addUsed = (server.used() - used) / count;
    const memories = results(added);
    const gets = memories.map((memory, i) => {
        const { id, session_id } = memories[(i * 7919) % count];
        return call(count + i, 'get', { session_id, memory_id: id });
    });
    began = process.hrtime.bigint();
    used = server.used();
    const got = await server.run(gets);
    const get = count / seconds(began), getUsed = (server.used() - used) / count;
    results(got);
    if (new Set(memories.map(({ id }) => id)).size !== count) throw new Error('ids are not different');
    await server.end();
    return { add, get, first, addUsed, getUsed };
}

const rows = [
    ['add', 'add/s', 2], ['get', 'get/s', 2], ['first', 'start to first answer', 0.3],
    ['addUsed', 'processor time, add'], ['getUsed', 'processor time, get'],
];
const measured = { workmem: [], node: [] };
const firsts = { workmem: [], node: [] };
for (let i = 0; i < Number(repetitions); ++i)
    for (const name of i % 2 ? ['workmem', 'node'] : ['node', 'workmem']) {
        measured[name].push(await once(name));
        for (let j = 0; j < 3; ++j) {
            const server = start(name);
            await server.run([hello]);
            firsts[name].push(seconds(server.began));
            await server.end();
        }
    }

let missed = 0;
console.log(`| | workmem | Node ${process.versions.node} | ratio | goal | |\n| --- | ---: | ---: | ---: | ---: | --- |`);
for (const [what, title, goal] of rows) {
    const of = name => median(what === 'first' ? [...firsts[name]] : measured[name].map(each => each[what]));
    const [ours, other] = [of('workmem'), of('node')];
    const shown = value => value > 10 ? Math.round(value).toLocaleString('en') : what === 'first' ? `${(value * 1e3).toFixed(1)} ms` : `${(value * 1e6).toFixed(1)} µs`;
    const met = what === 'first' ? ours / other <= goal : ours / other >= goal;
    if (goal && !met) ++missed;
    console.log(`| ${title} | ${shown(ours)} | ${shown(other)} | ${(ours / other).toFixed(2)} | ${goal ?? ''} | ${goal ? met ? 'met' : 'missed' : ''} |`);
}
process.exitCode = missed ? 1 : 0;
