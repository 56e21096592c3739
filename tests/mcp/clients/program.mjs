// The program under test, and a bare connection to it: lines in, lines out.
//     node FILE.mjs PROGRAM PACKAGES [ARGUMENT…]
// PROGRAM is workmem; PACKAGES the folder in which the packages of package.json are installed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const [program, packages, ...rest] = process.argv.slice(2);
export const installed = createRequire(join(resolve(packages), '/'));

const scratch = mkdtempSync(join(tmpdir(), 'workmem-mcp-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
let places = 0;

/** A path that nobody uses yet, gone when the tests end. */
export const fresh = (suffix = '') => join(scratch, `${++places}${suffix}`);

/** The stores a server may have: a new one at each call. */
export const stores = {
    memory: () => 'memory',
    sqlite: () => `sqlite:${fresh('.db')}`,
    folder: () => fresh(),
};

/** The options with the tools that these tests are about, where they name none. */
export const withTools = options => options.includes('--tools') ? options : ['--tools', 'session,long-term', ...options];

/** A server and its three pipes. Every line it writes must be a JSON object. */
export class Lines {
    answers = [];   // in the order they came
    sizes = [];     // bytes of each, without the end of line
    log = '';
    #rest = [];
    #wanted = [];

    constructor(options = ['--store', 'memory'], command = [program]) {
        const [file, ...before] = command;
        this.process = spawn(file, [...before, 'mcp', ...withTools(options)], { stdio: 'pipe' });
        this.process.stdout.on('data', data => this.#read(data));
        this.process.stderr.on('data', data => { this.log += data; });
        this.process.stdin.on('error', () => {});   // It ended before it read everything.
        this.ended = new Promise(done => this.process.on('close', (code, signal) => {
            this.code = signal ?? code;
            this.#wanted.splice(0).forEach(each => each.fail(new Error(`the server ended (${this.code}): ${this.log}`)));
            done(this.code);
        }));
    }

    #read(data) {
        for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
            const line = Buffer.concat([...this.#rest.splice(0), data.subarray(0, end)]);
            const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
            const answer = JSON.parse(text);
            assert.equal(answer.jsonrpc, '2.0', text);
            this.sizes.push(line.length);
            this.answers.push(answer);
            const waits = this.#wanted.findIndex(each => each.fits(answer));
            if (waits >= 0) this.#wanted.splice(waits, 1)[0].done(answer);
        }
        if (data.length) this.#rest.push(data);
    }

    /** Writes bytes or text as they are, anything else as a line of JSON. */
    write(what) {
        const raw = typeof what === 'string' || Buffer.isBuffer(what);
        return new Promise(done => this.process.stdin.write(raw ? what : `${JSON.stringify(what)}\n`, done));
    }

    /** The next answer that fits. */
    next(fits = () => true) {
        return new Promise((done, fail) => {
            if (this.code !== undefined) fail(new Error(`the server has ended (${this.code}): ${this.log}`));
            this.#wanted.push({ fits, done, fail });
        });
    }

    /** Writes and waits for the next answer. */
    async ask(what) {
        const answer = this.next();
        this.write(what);
        return answer;
    }

    /** A request with an id of its own and its answer. */
    async request(method, params) {
        const id = `request-${++this.requests}`;
        const answer = this.next(each => each.id === id);
        this.write({ jsonrpc: '2.0', id, method, params });
        return answer;
    }
    requests = 0;

    initialize(version = '2025-11-25') {
        return this.request('initialize', {
            protocolVersion: version, capabilities: {}, clientInfo: { name: 'lines', version: '1' },
        });
    }

    /** Ends the input; the exit status. */
    end(what = '') {
        this.process.stdin.end(what);
        return this.ended;
    }

    kill() {
        this.process.kill('SIGKILL');
        return this.ended;
    }
}

/** A server over HTTP, on a port that is free. */
export class Serving {
    log = '';

    constructor(options = ['--store', 'memory']) {
        this.process = spawn(program, ['serve', '--port', '0', ...withTools(options)], { stdio: ['ignore', 'inherit', 'pipe'] });
        this.ended = new Promise(done => this.process.on('close', (code, signal) => done(signal ?? code)));
    }

    /** Itself, when it listens. */
    async start() {
        const said = new Promise(done => this.process.stderr.on('data', data => {
            this.log += data;
            if (this.log.includes('\n')) done();
        }));
        await Promise.race([said, this.ended]);
        const [, url] = this.log.match(/(http:\S+\/mcp)/) ?? assert.fail(`it does not listen: ${this.log}`);
        this.url = new URL(url);
        return this;
    }

    /** Asks it to end; it has to say nothing more, and to end well. */
    async end() {
        const before = this.log;
        this.process.kill('SIGTERM');
        assert.equal(await this.ended, 0, this.log);
        assert.equal(this.log, before);
    }
}

/** What every request of the stateless era carries. */
export const meta = (version = '2026-07-28') => ({
    _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'lines', version: '1' },
    },
});
