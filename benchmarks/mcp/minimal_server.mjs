// The least that an MCP server for session memory can be, in plain JavaScript and without an SDK: JSON lines over
// stdio, a Map of Maps, the fields and ids that workmem answers with. It validates next to nothing, expires and
// promotes nothing, and describes no tools.
const hours = { low: 1, medium: 4, high: 12, critical: 24 };
const weights = { low: 0.25, medium: 0.5, high: 0.75, critical: 1 };
const thresholds = { low: 10, medium: 15, high: 20, critical: 10 };
const sessions = new Map();

const seconds = time => `${new Date(time).toISOString().slice(0, 19)}Z`;
const compact = time => seconds(time).replace(/[-:Z]/g, '').replace('T', '-');

function importance(memory, now, reads) {
    const age = now - memory.created, ttl = memory.expires - memory.created;
    const score = 0.4 * Math.min(reads / 10, 1) + 0.3 * Math.min(Math.max(1 - age / ttl, 0), 1) +
        0.2 * weights[memory.priority] + 0.1 * Math.min(memory.length / 1000, 1);
    return Math.round(score * 1e6) / 1e6;
}

const shown = (memory, score) => ({
    access_count: memory.accesses,
    content: memory.content,
    created_at: memory.created_at,
    expires_at: memory.expires_at,
    id: memory.id,
    importance_score: score,
    metadata: memory.metadata,
    priority: memory.priority,
    session_id: memory.session_id,
    tags: memory.tags,
});

function add({ session_id, content, priority, tags = [], metadata = {} }) {
    if (typeof content !== 'string' || content.length === 0) throw new Error('content must be a text');
    if (!(priority in hours)) throw new Error('priority must be low, medium, high or critical');
    let session = sessions.get(session_id);
    if (session === undefined) sessions.set(session_id, session = new Map());
    const created = Date.now();
    const stem = `working_memory_${session_id}-${[...content.slice(0, 40)].slice(0, 20).join('')}_${compact(created)}`;
    let id = stem;
    for (let i = 2; session.has(id); ++i) id = `${stem}-${i}`;
    const expires = created + hours[priority] * 3_600_000;
    const memory = {
        id, session_id, content, priority, tags, metadata, created, expires, length: content.length, accesses: 1,
        created_at: new Date(created).toISOString(), expires_at: new Date(expires).toISOString(), promoted: false,
    };
    session.set(id, memory);
    return shown(memory, importance(memory, created, 0));
}

function get({ session_id, memory_id }) {
    const memory = sessions.get(session_id)?.get(memory_id);
    if (memory === undefined) throw new Error(`there is no memory ${memory_id}`);
    const now = Date.now();
    if (now >= memory.expires) throw new Error(`memory ${memory_id} expired`);
    ++memory.accesses;
    const score = importance(memory, now, memory.accesses);
    memory.promoted ||= memory.accesses >= thresholds[memory.priority] || score >= 0.8 ||
        memory.priority === 'critical' || (now - memory.created > 6 * 3_600_000 && memory.accesses >= 5);
    return shown(memory, score);
}

const tools = { working_memory_add: add, working_memory_get: get };

function answer({ id, method, params }) {
    if (id === undefined) return '';
    let result;
    if (method === 'initialize') {
        result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'minimal', version: '1' } };
    } else if (method === 'tools/call') {
        try {
            const structuredContent = tools[params.name](params.arguments);
            result = { content: [{ text: JSON.stringify(structuredContent), type: 'text' }], structuredContent };
        } catch (problem) {
            result = { content: [{ text: problem.message, type: 'text' }], isError: true };
        }
    } else {
        return `${JSON.stringify({ id, jsonrpc: '2.0', error: { code: -32601, message: 'there is no such method' } })}\n`;
    }
    return `${JSON.stringify({ id, jsonrpc: '2.0', result })}\n`;
}

// What came together is answered together.
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', piece => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    let out = '';
    for (const line of lines) if (line) out += answer(JSON.parse(line));
    if (out) process.stdout.write(out);
});
