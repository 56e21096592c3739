// node served.mjs PACKAGES CHROMIUM FOLDER: drives the served pages that FOLDER/served.json names, while others change their stores.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, chromium, folder] = process.argv.slice(2);
const modules = join(resolve(packages), 'node_modules');
const { default: playwright } = await import(pathToFileURL(join(modules, 'playwright-core/index.js')));
const axe = readFileSync(join(modules, 'axe-core/axe.min.js'), 'utf8');
const { program, store, empty, reading, changing, filling, fill } = JSON.parse(readFileSync(join(folder, 'served.json'), 'utf8'));
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
const run = (...args) => execFileSync(program, args, { encoding: 'utf8' });
const log = () => run('log', store, '--json');

/// A page that is served, which asks for nothing but itself and its events.
const opened = async (url, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage(), asked = [], wrong = [];
    page.on('request', request => asked.push(`${request.method()} ${request.url()}`));
    page.on('pageerror', error => wrong.push(error.message));
    page.on('console', message => wrong.push(message.text()));
    page.on('dialog', dialog => { wrong.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
    await page.goto(url);
    await page.locator('#live', { hasText: /^live$/ }).waitFor();
    const to = async hash => {
        await page.evaluate(hash => { location.hash = hash; }, hash);
        await page.waitForFunction(hash => location.hash === hash && document.querySelector('main h2'), hash);
    };
    return {
        page, to, context,
        /// To the plan, or another memory, whose stream ends so.
        part: async (memory, stream) => to(await page.evaluate(([memory, stream]) => `#/${memory}/${data.parts.findIndex(each => each.memory === memory && each.stream.endsWith(stream))}`, [memory, stream])),
        async close(questions = 0) {
            assert.equal(asked.length, 2 + questions, asked.join('\n'));
            assert.equal(asked[0], `GET ${url}`);
            assert.ok(asked[1].startsWith(`GET ${url}events?after=`), asked[1]);
            assert.deepEqual(wrong, []);
            await context.close();
        },
    };
};

// What another process records is to be seen; who looks at the past stays there.
{
    const { page, part, close } = await opened(reading);
    await part('plan', 'task/billing');
    const took = [];
    for (let i = 0; i < 10; ++i) {
        const text = `Message <b>${i}</b> & "more"`;
        run('plan', 'nudge', store, '--plan', 'billing', '--as', 'ann', 'worker-1', text);
        const begin = performance.now();
        await page.locator('#nudges > li', { hasText: text }).waitFor({ timeout: 60_000 });
        took.push(performance.now() - begin);
    }
    took.sort((a, b) => a - b);
    console.log(`a change of another process was to be seen ${took[5].toFixed(0)} ms after the process ended, at most ${took[9].toFixed(0)} ms`);
    assert.equal(await page.locator('#nudges b').count(), 0);
    assert.equal(await page.evaluate(() => timeline.at), await page.evaluate(() => timeline.steps.length - 1));
    await page.getByRole('button', { name: 'First change' }).click();
    const steps = await page.evaluate(() => timeline.steps.length);
    run('plan', 'nudge', store, '--plan', 'billing', '--as', 'ann', 'worker-1', 'In the past');
    await page.waitForFunction(steps => timeline.steps.length > steps, steps);
    assert.equal(await page.evaluate(() => timeline.at), 0);
    assert.equal(await page.locator('#slider').getAttribute('max'), String(steps));
    await page.getByRole('button', { name: 'Last change' }).click();
    await page.locator('#nudges > li', { hasText: 'In the past' }).waitFor();
    assert.equal(await page.locator('[data-verb]').count(), 0, 'it has buttons, and may not change anything');
    await close();
}

// What was asked is listed, and what would be meant is what the command says.
{
    const { page, part, close } = await opened(reading);
    await part('window', '/support');
    const answers = await page.locator('#answers > li').allTextContents();
    assert.ok(answers.some(each => each.includes('"the careers page"') && each.includes('page "Careers" (page-3)')), answers.join('\n'));
    await page.getByLabel('What would be meant by').fill('the careers page');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('#why', { hasText: 'because' }).waitFor();
    const stream = await page.evaluate(() => data.parts[Number(location.hash.split('/')[2])].stream);
    assert.equal(await page.locator('#why').textContent(), run('why', store, 'the careers page', '--agent', stream));
    await close(1);
}

// A plan that begins while the page is open, in a store that held nothing.
{
    const { page, close } = await opened(filling);
    await page.getByText('Nothing was recorded in it.').waitFor();
    execFileSync(fill[0], fill.slice(1));
    await page.getByRole('link', { name: 'Plans' }).first().waitFor();
    const hostile = JSON.parse(readFileSync(join(folder, 'hostile.json'), 'utf8'));
    const wanted = run('log', empty, '--json').trim().split('\n').length;
    await page.waitForFunction(wanted => timeline.steps.reduce((sum, step) => sum + step.changes, 0) === wanted, wanted);
    for (const view of await page.locator('#views a').all()) {
        await view.click();
        assert.equal(await page.locator('main :is(script, style, img, svg svg, iframe, base, meta, link, object, embed, [onload], [onerror], [onclick])').count(), 0);
        assert.equal(await page.locator('main a:not([href^="#/"])').count(), 0);
    }
    const held = await page.evaluate(() => JSON.stringify(data.parts.flatMap((_, part) => Object.values(memories).flatMap(({ section }) => timeline.all(part, section)))));
    for (const text of hostile) assert.ok(held.includes(JSON.stringify(text).slice(1, -1)), `${text} is missing`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('script').length), 2);
    await close();
}

// What a person does with buttons.
{
    const { page, part, context } = await opened(changing);
    const answer = async text => {
        if (text !== undefined) await page.getByRole('textbox').last().fill(text);
        await page.getByRole('button', { name: 'OK' }).click();
    };
    await part('plan', 'task/reviewed');
    await page.locator('#blocked li', { hasText: 'one' }).locator('[data-verb="approve"]').click();
    await answer('It is good');
    await page.locator('#tasks li[data-state="completed"]', { hasText: 'one' }).waitFor();
    await page.locator('#tasks li', { hasText: 'one' }).locator('[data-verb="reopen"]').click();
    await answer('Not yet');
    await page.locator('#tasks li[data-state="waiting"]', { hasText: 'one' }).waitFor();
    await page.locator('#decisions li', { hasText: 'We may' }).locator('[data-verb="approve"]').click();
    await answer('');
    await page.locator('#decisions li', { hasText: 'granted: true' }).waitFor();
    await page.locator('#tasks li[data-state="ready"]', { hasText: 'one' }).waitFor();
    await page.getByRole('button', { name: 'Nudge all agents' }).click();
    await answer('Lunch <i>now</i>');
    await page.locator('#nudges > li', { hasText: 'Lunch <i>now</i>' }).first().waitFor();
    await part('notes', 'support');
    const note = page.locator('#items li', { hasText: 'Maria wants' });
    await note.locator('[data-verb="pin"]').click();
    await note.locator('[data-verb="unpin"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.verb), 'unpin', 'the keyboard has lost its place');
    await note.locator('[data-verb="correct"]').click();
    assert.equal(await page.getByRole('textbox').last().inputValue(), 'Maria wants a call back, now');
    await answer('Maria wants\nno call');
    await page.locator('#items li', { hasText: 'no call' }).waitFor();
    // What is refused says why, and a person may change their mind.
    await page.locator('#items li', { hasText: 'no call' }).locator('[data-verb="correct"]').click();
    await answer('');
    await page.locator('#refused', { hasText: 'text' }).waitFor();
    await page.locator('#items li', { hasText: 'no call' }).locator('[data-verb="forget"]').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('#items li', { hasText: 'no call' }).locator('[data-verb="forget"]').click();
    const again = page.waitForEvent('load');
    await answer();
    await again;
    await page.locator('#live', { hasText: /^live$/ }).waitFor();
    assert.ok(!(await page.content()).includes('no call'), 'what was forgotten is in the page');
    // Not in the past.
    await page.getByRole('button', { name: 'Previous change' }).click();
    assert.equal(await page.locator('[data-verb]').count(), 0);
    await context.close();
}

// A page without the token, and pages of other origins, change nothing.
{
    const before = log();
    const body = JSON.stringify({ stream: 'task/billing', memory: 'plan', section: 'head', key: 'all', verb: 'nudge', text: 'Gotcha' });
    const port = new URL(changing).port;
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    // What was forgotten before lets a page load itself again, maybe in the middle of that.
    const go = async url => {
        for (;;)
            try { return await page.goto(url); } catch (problem) {
                if (!String(problem).includes('ERR_ABORTED')) throw problem;
            }
    };
    const ask = async (url, options) => {
        for (;;)
            try {
                return await page.evaluate(async ([url, options]) => {
                    try { return (await fetch(url, options)).status; } catch (problem) { return String(problem); }
                }, [url, options]);
            } catch (problem) {
                if (!String(problem).includes('because of a navigation')) throw problem;
            }
    };
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const simple = { method: 'POST', mode: 'no-cors', credentials: 'include', body };
    await go(changing);
    for (const path of ['/changes', `/${'0'.repeat(32)}/changes`]) assert.equal(await ask(path, post), 403);
    assert.equal(await ask('changes', { method: 'POST', body }), 415);
    for (const other of [reading, changing.replace('127.0.0.1', 'localhost'), 'about:blank', 'data:text/html,x']) {
        await go(other);
        for (const url of [`${changing}changes`, `http://127.0.0.1:${port}/changes`])
            for (const options of [post, simple]) assert.ok([0, 'TypeError: Failed to fetch'].includes(await ask(url, options)), other);
    }
    // By the name of this machine it is another origin, and works as one.
    await go(changing.replace('127.0.0.1', 'localhost'));
    assert.equal(log(), before, 'something was changed');
    assert.equal(await ask('changes', post), 200);
    assert.notEqual(log(), before);
    await context.close();
}

// The rules of a page that is served let it connect to its server alone.
{
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(reading);
    const broken = await page.evaluate(async other => {
        const rules = [];
        document.addEventListener('securitypolicyviolation', event => rules.push(event.effectiveDirective));
        for (const [name, facts] of [['script', { textContent: 'window.hit = true' }], ['style', { textContent: '* { color: red }' }], ['img', { src: '/x.png' }]])
            document.body.append(Object.assign(document.createElement(name), facts));
        await fetch(other).catch(() => {});
        await new Promise(done => setTimeout(done));
        return { rules: [...new Set(rules)].sort(), hit: window.hit };
    }, changing);
    assert.deepEqual(broken, { rules: ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem'], hit: undefined });
    await context.close();
}

// With its buttons, in both themes, narrow and wide.
for (const colorScheme of ['light', 'dark'])
    for (const width of [380, 1600]) {
        const { page, to, context } = await opened(changing, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
        await page.addScriptTag({ content: axe });
        const fits = async what => {
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${what}, ${width} px is too wide`);
            const { violations } = await page.evaluate(() => window.axe.run());
            const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
            assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]), [], `${what}, ${width} px, ${colorScheme}`);
        };
        for (const view of await page.locator('#views a').evaluateAll(links => links.map(link => link.hash))) {
            await to(view);
            const parts = await page.locator('#parts a').evaluateAll(links => links.map(link => link.hash));
            for (const part of [view, ...parts.slice(0, 2)]) {
                await to(part);
                await fits(part);
                const picture = process.env.WORKMEM_PICTURES && `${process.env.WORKMEM_PICTURES}/${colorScheme}-${width}${part.replace(/\W/g, '-')}`;
                if (picture) await page.screenshot({ path: `${picture}.png` });
                const verb = page.locator('[data-verb="correct"]').first();
                if (await verb.count() === 0) continue;
                await verb.click();
                await fits(`the question at ${part}`);
                if (picture) await page.screenshot({ path: `${picture}-question.png` });
                await page.getByRole('button', { name: 'Cancel' }).click();
            }
        }
        await context.close();
    }
await browser.close();
console.log('the served pages show what happens');
