// The official clients behind one face, so that the same scenarios run through each of them.
import assert from 'node:assert/strict';
import { Serving, installed, program, withTools } from './program.mjs';

const sdk = {
    ...installed('@modelcontextprotocol/sdk/client/index.js'),
    ...installed('@modelcontextprotocol/sdk/client/stdio.js'),
    ...installed('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ...installed('@modelcontextprotocol/sdk/types.js'),
};
const client = { ...installed('@modelcontextprotocol/client'), ...installed('@modelcontextprotocol/client/stdio') };
const Ajv = installed('ajv/dist/2020').default;

/** Which package, which mode, and the protocol's version it has to end up with. */
export const kinds = {
    sdk: { package: sdk, version: '2025-11-25' },
    legacy: { package: client, mode: 'legacy', version: '2025-11-25' },
    auto: { package: client, mode: 'auto', version: '2026-07-28' },
    pinned: { package: client, mode: { pin: '2026-07-28' }, version: '2026-07-28' },
};

/** A connected client of that kind, with a server of its own: behind pipes, or `KIND@http`. */
export async function connect(which, options = ['--store', 'memory']) {
    const [kind, over] = which.split('@');
    const { package: from, mode, version } = kinds[kind];
    const serving = over && await new Serving(options).start();
    const transport = serving ? new from.StreamableHTTPClientTransport(serving.url)
        : new from.StdioClientTransport({ command: program, args: ['mcp', ...withTools(options)], stderr: 'pipe' });
    const inner = new from.Client({ name: `workmem-test-${kind}`, version: '1.0.0' }, mode && { versionNegotiation: { mode } });
    const legacy = version < '2026';
    const connection = { inner, transport, expected: version, legacy, log: '', updates: [] };
    const setVersion = transport.setProtocolVersion?.bind(transport);
    transport.setProtocolVersion = negotiated => {
        connection.version = negotiated;
        setVersion?.(negotiated);
    };
    transport.stderr?.on('data', data => { connection.log += data; });
    inner.setNotificationHandler(from === sdk ? sdk.ResourceUpdatedNotificationSchema : 'notifications/resources/updated',
        ({ params }) => connection.updates.push(params.uri));
    await inner.connect(transport);
    connection.call = (name, args) => inner.callTool({ name, arguments: args });
    connection.close = async () => {
        if (serving && legacy) await transport.terminateSession();
        await inner.close();
        await serving?.end();
    };
    return connection;
}

/** Memories without what passes with the time. */
export const lasting = memories => memories.map(({ importance_score, ...rest }) => rest);

/** Checks the answers of one server against the schemas it publishes. */
/** Whether a tool is one of a session's. */
export const ofSessions = ({ name }) => name.startsWith('working_memory_');

export class Answers {
    constructor(connection, tools) {
        const ajv = new Ajv({ strict: true, allErrors: true });
        this.connection = connection;
        this.schemas = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
        tools.forEach(({ inputSchema }) => ajv.compile(inputSchema));
        this.seen = new Set();
    }

    /** The structured content of a call that has to succeed. */
    async success(name, args) {
        const result = await this.connection.call(`working_memory_${name}`, args);
        assert.ok(!result.isError, `${name} fails: ${result.content[0]?.text}`);
        assert.ok(Buffer.byteLength(JSON.stringify(result)) < 1 << 20);
        assert.deepEqual(result.content.map(({ type }) => type), ['text']);
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
        const fits = this.schemas.get(`working_memory_${name}`);
        assert.ok(fits(result.structuredContent), `${name}: ${JSON.stringify(fits.errors)}`);
        this.seen.add(`working_memory_${name}`);
        return result.structuredContent;
    }

    /** The error object of a call that has to fail. */
    async failure(name, args) {
        const result = await this.connection.call(`working_memory_${name}`, args);
        assert.ok(result.isError, `${name} succeeds: ${JSON.stringify(result.structuredContent)}`);
        assert.equal(result.structuredContent, undefined);
        assert.deepEqual(result.content.map(({ type }) => type), ['text']);
        const error = JSON.parse(result.content[0].text);
        assert.deepEqual(Object.keys(error).sort(), ['code', 'details', 'error']);
        return error;
    }
}
