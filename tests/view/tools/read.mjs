// What Mermaid's own parser, and a validator of JSON schemas, find in views.
//     node read.mjs PACKAGES < [{"mermaid", "json"}, …] > [{"type", "nodes", "edges", "wrong"}, …]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = join(resolve(process.argv[2]), 'node_modules');
const load = async path => (await import(pathToFileURL(join(modules, path)))).default;

// Without a browser there is nothing to purify, and its package says so by having no functions.
const purify = await load('dompurify/dist/purify.es.mjs');
purify.sanitize ??= text => text;
purify.addHook ??= () => {};
const mermaid = await load('mermaid/dist/mermaid.core.mjs');
const { default: Ajv } = await load('ajv/dist/2020.js');

const states = ['ready', 'waiting', 'assigned', 'in_progress', 'blocked', 'review', 'completed', 'failed', 'cancelled', 'skipped'];
const text = { type: 'string' };
const fits = new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile({
    type: 'object', additionalProperties: false,
    required: ['name', 'goal', 'status', 'outcome', 'tasks', 'more'],
    properties: {
        name: text, goal: text, more: { type: 'integer', minimum: 0 },
        status: { enum: ['active', 'completed', 'cancelled', 'archived'] },
        outcome: { enum: ['open', 'completed', 'partial', 'failed', 'cancelled'] },
        tasks: {
            type: 'array', items: {
                type: 'object', additionalProperties: false, required: ['id', 'title', 'state'],
                properties: {
                    id: { type: 'string', minLength: 1 }, title: { type: 'string', minLength: 1 }, agent: { type: 'string', minLength: 1 },
                    state: { enum: states },
                    depends_on: {
                        type: 'array', minItems: 1, items: {
                            type: 'object', additionalProperties: false, required: ['task', 'condition'],
                            properties: { task: text, condition: { enum: ['success', 'failure', 'any', 'always'] } },
                        },
                    },
                },
            },
        },
    },
});

// As Mermaid does it before a label is shown: its placeholders are entities again, which the browser reads.
const shown = label => label
    .replace(/ﬂ°°/g, '&#').replace(/ﬂ°/g, '&').replace(/¶ß/g, ';')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));

const answers = [];
for (const { mermaid: drawn, json } of JSON.parse(readFileSync(0, 'utf8'))) {
    await mermaid.parse(drawn);
    const { type, db } = await mermaid.mermaidAPI.getDiagramFromText(drawn);
    const classes = db.getClasses();
    answers.push({
        type,
        nodes: [...db.getVertices().values()].map(({ id, text, classes: [of], link, haveCallback }) =>
            ({ id, label: shown(text), raw: text, class: of ?? '', styled: !of || classes.has(of), active: !!(link || haveCallback) })),
        edges: db.getEdges().map(({ start, end, text }) => ({ from: start, to: end, label: text })),
        wrong: fits(JSON.parse(json)) ? [] : fits.errors,
    });
}
process.stdout.write(JSON.stringify(answers));
