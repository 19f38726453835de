/**
 * Measures the console in Chromium without a graphics card, and prints a section for docs/performance.md:
 *
 *     node scripts/console-figures.mjs                # sizes, first picture, frames
 *     node scripts/console-figures.mjs --memory 10    # also the heap over ten minutes of changes
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launchChromium } from './console/chromium.mjs';
import { ServedConsole } from './console/served-console.mjs';

const ASSETS = fileURLToPath(new URL('../apps/console/dist/page/assets/', import.meta.url));
const VIEWS = ['universe', 'unity', 'unreal'];
const RUNS = 7;
const PART = 20_000;
const TURN_MS = 10_000;
/** Ten times the rate of a busy agent, which writes once a second. */
const WRITES_PER_SECOND = 10;
const CANVAS = '[data-testid="universe-canvas"]';
const { memory = '0' } = parseArgs({ options: { memory: { type: 'string' } } }).values;

const browser = await launchChromium(['--enable-precise-memory-info']);
const served = await ServedConsole.start(VIEWS);
try {
  const session = await signIn();
  print('### Console');
  print(`Chromium ${browser.version()} with SwiftShader, ${cpus().length} cores, 1280 x 800.`);
  await sizes(session);
  await firstPicture(session);
  await frames(session, 'sol', 33);
  await large();
  await frames(session, 'large', 5 * PART);
  if (Number(memory) > 0) await heap(session, Number(memory));
} finally {
  await browser.close();
  await served.close();
}

async function signIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(served.link);
  await page.locator('[data-testid="stop-switch"]').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A new context with an empty cache and the session. */
async function open(session, hash, before = async () => {}) {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await before(page);
  await page.goto(`${served.base}${hash}`);
  return page;
}

async function sizes(session) {
  print('| loaded | gzip |', '|---|---:|');
  let shell = new Set();
  for (const view of ['approvals', ...VIEWS]) {
    const loaded = new Set();
    const page = await open(session, `#/${view}`, async opened => {
      opened.on('response', response => loaded.add(new URL(response.url()).pathname.split('/').at(-1)));
    });
    await page.waitForLoadState('load');
    await page.locator('[data-testid="stop-switch"]').waitFor();
    if (view !== 'approvals') await page.locator('canvas, [data-testid="asset-tree"]').first().waitFor();
    await page.context().close();
    const names = new Set([...loaded].filter(name => /\.(js|css)$/.test(name)));
    if (view === 'approvals') shell = names;
    const more = [...names].filter(name => !shell.has(name));
    if (view === 'approvals') print(`| the shell with the panel of approvals | ${kilobytes([...shell])} |`);
    else print(`| view of ${view} | ${kilobytes(more)} |`);
    if (view === 'universe') print(`| the shell and the universe together | ${kilobytes([...names])} |`);
  }
  print(`| all files | ${kilobytes(readdirSync(ASSETS).filter(name => /\.(js|css)$/.test(name)))} |`);
}

async function firstPicture(session) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await open(session, '#/universe/sol');
    times.push(
      await page.evaluate(async selector => {
        const drawn = () => Number(document.querySelector(selector)?.getAttribute('data-bodies') ?? 0) > 0;
        while (!drawn()) await new Promise(requestAnimationFrame);
        return performance.now();
      }, CANVAS),
    );
    await page.context().close();
  }
  print(
    `From navigation to the first frame with bodies, with an empty cache: ${Math.round(middle(times))} ms (median of ${RUNS}, ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}).`,
  );
}

async function frames(session, universe, bodies) {
  const page = await open(session, `#/universe/${universe}`);
  await page.locator(`${CANVAS}[data-bodies="${bodies}"]`).waitFor();
  const { x, y, width, height } = await page.locator(CANVAS).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const drawn = async () => Number(await page.locator(CANVAS).getAttribute('data-frames'));
  const [from, start] = [await drawn(), performance.now()];
  let step = 0;
  while (performance.now() - start < TURN_MS)
    await page.mouse.move(x + width / 2 + 200 * Math.sin(step++ / 20), y + height / 2 + (step % 50));
  const ms = (performance.now() - start) / ((await drawn()) - from);
  await page.mouse.up();
  print(`Frames while the camera turns, ${bodies.toLocaleString('en')} bodies: one in ${ms.toFixed(0)} ms.`);
  await page.context().close();
}

async function large() {
  await served.command('nova', { type: 'createUniverse', id: 'large', name: 'Large' }, 'large');
  for (let part = 1; part <= 5; part++) {
    const group = part === 1 ? { id: 'whirl' } : { id: `whirl-${'abcde'[part - 1]}`, groupId: 'whirl' };
    await served.command(
      'nova',
      { type: 'generate', kind: 'galaxy', count: PART, seed: part, ...group },
      'large',
    );
  }
}

async function heap(session, minutes) {
  const page = await open(session, '#/universe/sol');
  await page.locator(`${CANVAS}[data-bodies="33"]`).waitFor();
  const tools = await page.context().newCDPSession(page);
  const used = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const sizes = [];
  const end = Date.now() + minutes * 60_000;
  let next = Date.now();
  let count = 0;
  for (let measure = Date.now(); Date.now() < end; ) {
    await served.command('nova', { type: 'updateStar', id: 'earth', payload: { name: `Earth ${count++}` } });
    if (Date.now() >= measure) {
      sizes.push(await used());
      measure += 30_000;
    }
    next += 1_000 / WRITES_PER_SECOND;
    await new Promise(resolve => setTimeout(resolve, Math.max(0, next - Date.now())));
  }
  sizes.push(await used());
  print(
    `Heap of the page over ${minutes} minutes with ${count.toLocaleString('en')} changes, after a collection each 30 s: ${sizes.map(size => size.toFixed(1)).join(', ')} MiB.`,
  );
  await page.context().close();
}

function kilobytes(names) {
  const bytes = names.reduce(
    (sum, name) => sum + gzipSync(readFileSync(ASSETS + name), { level: 9 }).length,
    0,
  );
  return `${(bytes / 1024).toFixed(1)} KB`;
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function print(...lines) {
  console.log(lines.join('\n'));
}
