// node browser.mjs PACKAGES CHROMIUM FOLDER: drives the pages in FOLDER, of which checks.json says what they show.
// WORKMEM_PICTURE=FILE also takes a picture of one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, chromium, folder] = process.argv.slice(2);
const modules = join(resolve(packages), 'node_modules');
const { default: playwright } = await import(pathToFileURL(join(modules, 'playwright-core/index.js')));
const axe = readFileSync(join(modules, 'axe-core/axe.min.js'), 'utf8');
const made = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8'));
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });

/// A page of a store, which asks for nothing but itself and breaks none of its rules.
const opened = async (name, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage(), asked = [], wrong = [];
    page.on('request', request => asked.push(request.url()));
    page.on('pageerror', error => wrong.push(error.message));
    page.on('console', message => wrong.push(message.text()));
    page.on('dialog', dialog => { wrong.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
    const url = pathToFileURL(made[name].page).href;
    await page.goto(url);
    return {
        page,
        async to(hash) {
            await page.evaluate(hash => { location.hash = hash; }, hash);
            await page.waitForFunction(hash => location.hash === hash && document.querySelector('main h2'), hash);
        },
        async close() {
            assert.deepEqual(asked, [url], `${name} asks for more than itself`);
            assert.deepEqual(wrong, [], `${name} reports something`);
            await context.close();
        },
    };
};

/// Moves the slider as a person does, and waits until the page shows it.
const slide = async (page, step) => {
    await page.locator('#slider').evaluate((slider, step) => { slider.value = String(step); slider.dispatchEvent(new Event('input')); }, step);
    await page.waitForFunction(step => timeline.at === step, step);
};
const shown = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, c => `\\u{${c.codePointAt(0).toString(16)}}`);
const plain = text => text.replace(/\s+/g, ' ').trim();

// What a view lists of a section: which records, in which order, and what each of them says.
const lists = { entities: ['#entities', 'name'], items: ['#items', 'text'], memories: ['#memories', 'content'], kept: ['#kept', 'content'], tasks: ['#tasks', 'title'], decisions: ['#decisions', 'choice'], discoveries: ['#discoveries', 'content'], nudges: ['#nudges', 'message'], artifacts: ['#artifacts', 'path'] };
const newestFirst = new Set(['memories', 'kept', 'decisions', 'discoveries', 'nudges', 'artifacts']);

const compare = async name => {
    const { page, to, close } = await opened(name);
    let compared = 0;
    for (const { step, part, memory, sections } of made[name].checks) {
        await slide(page, step);
        await to(`#/${memory}/${part}`);
        for (const [section, records] of Object.entries(sections)) {
            // All fields of all records, and then what is to be seen of them.
            const held = await page.evaluate(([part, section]) => timeline.all(part, section)
                .sort((a, b) => (a[1]._n ?? a[1].number) - (b[1]._n ?? b[1].number))
                .map(([number, record]) => ({ id: timeline.where[number].key, ...Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('_'))) })), [part, section]);
            const wanted = section === 'entities' ? [...records].reverse() : records;
            assert.deepEqual(held, wanted, `${section} of part ${part} after step ${step}`);
            if (!lists[section]) continue;
            const [list, field] = lists[section];
            const more = page.locator(`${list} + button`);
            while (await more.count() > 0 && await more.isVisible()) await more.click();
            const rows = await page.locator(`${list} > li`).evaluateAll(rows => rows.map(row => [row.dataset.id, row.innerText]));
            const inOrder = newestFirst.has(section) ? [...records].reverse() : records;
            assert.deepEqual(rows.map(([id]) => id), inOrder.map(record => String(record.id)), `${section} of part ${part} at step ${step}`);
            inOrder.forEach((record, i) => assert.ok(plain(rows[i][1]).includes(plain(shown(record[field] || String(record.id)))), `${rows[i][1]} does not say ${record[field]}`));
            compared += rows.length;
        }
    }
    assert.ok(compared > 50, `${compared} rows`);
    await close();
};
await compare('all');
await compare('hostile');

// A blocked task leads to its cause; what is looked for is found; keys move in time.
{
    const { page, to, close } = await opened('all');
    await page.locator('#worries').getByText('the staging cluster is down').waitFor();
    await page.getByText('the result of list_products was not understood').waitFor();
    await page.locator('#worries li', { hasText: 'the staging cluster is down' }).getByRole('link').click();
    const about = page.locator('#about-task');
    await page.locator('.graph button', { hasText: 'Rate limits' }).focus();
    await about.getByText('waits for "Middleware", which is blocked: the staging cluster is down').waitFor();
    await page.locator('.graph button', { hasText: 'Audit log' }).hover();
    await about.getByText('which is failed: The key store refuses: permission denied').waitFor();
    await page.locator('#blocked').getByText('waits for "Middleware", which is blocked').first().waitFor();

    await page.getByRole('searchbox', { name: 'Search' }).fill('careers');
    await page.locator('#found li', { hasText: 'Careers' }).first().getByRole('link').click();
    await page.locator('#entities li[data-id="page-3"]').waitFor();

    const slider = page.getByRole('slider', { name: 'Change of the journal' });
    await slider.focus();
    const last = await page.evaluate(() => timeline.at);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(last => timeline.at === last - 1, last);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => timeline.at === 0);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'slider');
    await page.getByRole('button', { name: 'Last change' }).click();

    await to('#/changes');
    await page.getByLabel('Actor').selectOption('worker-2');
    const rows = await page.locator('#changes > li').allInnerTexts();
    assert.ok(rows.length > 2 && rows.every(row => row.includes('by worker-2')), rows.join('\n'));
    await page.getByRole('button', { name: 'Earlier match' }).click();
    assert.equal(await page.evaluate(() => timeline.steps[timeline.at].actor), 'worker-2');
    await close();
}

/// What is to be read of each of some elements.
const texts = async (page, which) => (await page.locator(which).allInnerTexts()).map(plain);
/// To the part of a memory whose stream ends so.
const partOf = (page, memory, stream) => page.evaluate(([memory, stream]) => `#/${memory}/${data.parts.findIndex(each => each.memory === memory && each.stream.endsWith(stream))}`, [memory, stream]);

// What was asked, with what was chosen and how sure that was; what is on its way; what a change did.
{
    const { page, to, close } = await opened('all');
    await to(await partOf(page, 'window', '/support'));
    const asked = page.locator('#answers > li', { hasText: 'cancel the second one' });
    assert.deepEqual((await asked.locator('li:not(.dim)').allInnerTexts()).map(plain), ['order "Socks" (o-2) 81 %: 1 of 3 orders: "second" in the list']);
    assert.deepEqual((await asked.locator('li.dim').allInnerTexts()).map(plain)[0], 'page "About us" (page-2) 5 %: 1 of 5 pages: "second" in the list');
    await slide(page, await page.evaluate(() => timeline.steps.findIndex(each => each.kind === 'session.promote')));
    await to(await partOf(page, 'session', '/batch'));
    assert.deepEqual(await texts(page, '#outbox > li'), ['The critical thing number 3']);
    await slide(page, await page.evaluate(() => timeline.steps.findLastIndex(each => each.kind === 'task.move block')));
    await to('#/changes');
    const [did] = await texts(page, '#difference > li');
    assert.match(did, /^Middleware tasks .*status in_progress blocked .*the staging cluster is down/, did);
    await close();
}

// Limits that are nearly reached, what had to leave, what waits for a person, and a plan that is too large to be drawn.
{
    const { page, to, close } = await opened('crowded');
    const worries = await texts(page, '#worries > li');
    const saying = text => worries.filter(each => each.includes(text));
    assert.match(saying('52 of 64 items are used')[0] ?? '', /nearly$/, worries.join('\n'));
    assert.match(saying('64 of 64 items are used')[0] ?? '', /over$/, worries.join('\n'));
    assert.equal(saying('"We may" waits for approval').length, 1, worries.join('\n'));
    assert.deepEqual(await texts(page, '#worries > li.alarm-line:has-text("items are used")'), saying('64 of 64'));
    await slide(page, await page.evaluate(() => timeline.steps.findLastIndex(each => data.parts[each.part].stream.endsWith('/nearly')) - 1));
    await to('#/look');
    assert.ok(!(await page.locator('main').innerText()).includes('51 of 64'), 'it is too early');
    await to(await partOf(page, 'notes', '/nearly'));
    assert.equal(await page.locator('[aria-label="Notes"] .over').count(), 0);
    await page.getByRole('button', { name: 'Last change' }).click();
    const used = await page.locator('[aria-label="Notes"] .over').evaluate(bar => bar.offsetWidth / bar.parentElement.clientWidth);
    assert.ok(Math.abs(used - 52 / 64) < .01, `${used} of the bar is filled`);
    await to(await partOf(page, 'notes', '/over'));
    assert.deepEqual((await texts(page, '#gone > li')).map(each => each.replace(/ least worth .*/, '')).sort(), [0, 1, 2, 3, 4, 5].map(i => `Note ${i}`));
    for (const [memory, stream, what] of [['window', '/over', 'lamp Blue lamp'], ['session', '/batch', 'For an hour']]) {
        await to(await partOf(page, memory, stream));
        const gone = await texts(page, '#gone > li');
        assert.ok(gone.length === 1 && gone[0].startsWith(what), `${memory}: ${gone}`);
    }
    await to(await partOf(page, 'plan', 'task/wide'));
    await page.getByText('Longest chain: 4 tasks').waitFor();
    assert.deepEqual(await texts(page, '.graph .on-path span'), ['Task 296', 'Task 297', 'Task 298', 'Task 299']);
    assert.equal(await page.locator('.graph path.path').count(), 3);
    const all = await texts(page, '.graph button');
    assert.equal(all.length, 60);
    for (const each of ['Task 290 failed, worker-1', 'Task 280 blocked, worker-1', 'Task 0 waiting']) assert.ok(all.includes(each), `${each} is not drawn: ${all}`);
    await close();
}
{
    const { page, to, close } = await opened('twins');
    await to('#/plan');
    const named = await texts(page, '#parts .grow');
    assert.ok(named.includes('auth task/auth') && named.includes('auth task/billing'), named.join('\n'));
    assert.ok(named.every(each => each.startsWith('auth ') || !each.includes(' ')), named.join('\n'));
    await close();
}

// Nothing that was stored became an element, and all of it is to be read.
{
    const { page, to, close } = await opened('hostile');
    const views = await page.locator('#views a').evaluateAll(links => links.map(link => link.hash));
    for (const view of views) {
        await to(view);
        const parts = await page.locator('#parts a').evaluateAll(links => links.map(link => link.hash));
        for (const part of parts.length > 0 ? parts : [view]) {
            await to(part);
            assert.equal(await page.locator('main :is(script, style, img, iframe, base, meta, link, object, embed, [onload], [onerror], [onclick])').count(), 0, part);
            assert.equal(await page.locator('main a:not([href^="#/"])').count(), 0, part);
        }
    }
    assert.equal(await page.evaluate(() => document.querySelectorAll('script').length), 2);
    for (const text of made.hostile.texts) {
        await page.locator('#query').fill(text.replace(/[\n\r]/g, ' ').trim());
        if (/[\n\r]/.test(text) || text.trim() === '') continue;
        await page.waitForFunction(text => document.querySelector('#found')?.innerText.includes(text.slice(0, 40)), plain(shown(text.trim())).slice(0, 10));
    }
    await close();
}

// The page's own rules let nothing in: no other script, style or picture, and nothing goes out.
{
    const context = await browser.newContext();
    const page = await context.newPage(), answered = [];
    page.on('requestfinished', request => answered.push(request.url()));
    await page.goto(pathToFileURL(made.all.page).href);
    const broken = await page.evaluate(async () => {
        const rules = [];
        document.addEventListener('securitypolicyviolation', event => rules.push(event.effectiveDirective));
        for (const [name, facts] of [['script', { textContent: 'window.hit = true' }], ['style', { textContent: '* { color: red }' }], ['img', { src: 'http://127.0.0.1:9/' }]])
            document.body.append(Object.assign(document.createElement(name), facts));
        await fetch('http://127.0.0.1:9/').catch(() => {});
        await new Promise(done => setTimeout(done));
        return { rules: [...new Set(rules)].sort(), hit: window.hit };
    });
    assert.deepEqual(broken, { rules: ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem'], hit: undefined });
    assert.equal(answered.length, 1, answered.join());
    await context.close();
}

// All views in both themes, narrow and wide: no scrolling sideways, and nothing that keeps somebody out.
for (const name of ['all', 'hostile'])
    for (const colorScheme of ['light', 'dark'])
        for (const width of [380, 1600]) {
            const { page, to, close } = await opened(name, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
            await page.addScriptTag({ content: axe });
            const views = await page.locator('#views a').evaluateAll(links => links.map(link => link.hash));
            for (const view of views) {
                await to(view);
                const parts = await page.locator('#parts a').evaluateAll(links => links.map(link => link.hash));
                for (const part of [view, ...parts.slice(0, 3)]) {
                    await to(part);
                    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
                    assert.equal(over, 0, `${name}, ${part}, ${width} px, ${colorScheme} is too wide`);
                    if (name === 'hostile') continue;
                    const { violations } = await page.evaluate(() => window.axe.run());
                    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
                    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]), [], `${part}, ${width} px, ${colorScheme}`);
                }
            }
            await close();
        }

if (process.env.WORKMEM_PICTURE) {
    const { page, to, close } = await opened('all', { viewport: { width: 1100, height: 850 } });
    await to('#/plan');
    await page.getByRole('link', { name: 'billing' }).click();
    await slide(page, await page.evaluate(() => timeline.steps.findLastIndex(({ part }) => data.parts[part].stream === 'task/billing')));
    await page.locator('.graph button', { hasText: 'Rate limits' }).focus();
    await page.evaluate(() => scrollTo(0, [...document.querySelectorAll('h3')].find(each => each.textContent === 'Graph').offsetTop - document.querySelector('header').offsetHeight - 8));
    await page.screenshot({ path: process.env.WORKMEM_PICTURE });
    await close();
}
await browser.close();
console.log('the pages show what the library says');
