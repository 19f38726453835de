/** Makes the pictures of the console for README.md and docs/ from the running program: `npm run pictures`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodePng, encodeWithin, NO_PAUSES, pngHead } from '@worldwire/picture';
import { launchChromium } from './console/chromium.mjs';
import { ServedConsole } from './console/served-console.mjs';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const SIZE = { width: 1280, height: 800 };
const MAX_BYTES = 300 * 1000;
const PATIENCE_MS = 60_000;
const MAX_TRIES = 12;
const SATURN = '#/universe/sol?cam=245,16,2000000,saturn&sel=titan';
const DOOR = '#/unreal/Game/Blueprints/BP_Door?show=blueprint&graph=Open&node=K2Node_IfThenElse_0';
// Neither overwrites a value, so that neither waits for an approval.
const PHOEBE = {
  type: 'addStar',
  id: 'phoebe',
  payload: {
    name: 'Phoebe',
    bodyType: 'moon',
    parentId: 'saturn',
    mass: 2e21,
    radius: 1_200,
    color: '#9a8f86',
    orbitalDistance: 820_000,
    orbitalPhase: 2.3,
  },
};
const THEMIS = {
  type: 'addStar',
  id: 'themis',
  payload: {
    name: 'Themis',
    bodyType: 'moon',
    parentId: 'saturn',
    mass: 4e21,
    radius: 1_500,
    color: '#8fd3ff',
    orbitalDistance: 420_000,
    orbitalPhase: 4.2,
  },
};

const browser = await launchChromium();
try {
  await universe();
  await scene();
  await unreal();
} finally {
  await browser.close();
}

async function universe() {
  const served = await ServedConsole.start(
    ['universe', 'unity', 'unreal'],
    ['--allow', 'writes', '--approve', 'destructive'],
  );
  try {
    const page = await open(served);
    await served.command('rigel', PHOEBE);
    await served.command('nova', THEMIS);
    const waiting = [
      served.command('rigel', { type: 'removeStar', id: 'triton' }),
      served.command('nova', { type: 'removeStar', id: 'pluto' }),
    ];
    for (const each of waiting) each.catch(() => {});
    await go(page, SATURN);
    await page.waitForFunction(
      () => document.querySelector('[data-testid="universe-canvas"]')?.dataset.revision === '2',
    );
    await save(page, 'console.png');
    await go(page, '#/approvals');
    await page.locator('[data-testid^="approval-"]').first().click();
    await save(page, 'console-approval.png');
  } finally {
    await served.close();
  }
}

async function scene() {
  const served = await ServedConsole.start(['unity']);
  try {
    const page = await open(served);
    await go(page, '#/unity');
    const { Items } = await served.call('nova', 'unity', 'SearchObjects', { name: 'Turret', limit: 1 });
    await served.call('nova', 'unity', 'SelectObject', { objectId: Items[0].Id });
    await page.locator(`[data-testid="scene-canvas"][data-selected="${Items[0].Id}"]`).waitFor();
    await save(page, 'console-scene.png');
  } finally {
    await served.close();
  }
}

async function unreal() {
  const served = await ServedConsole.start(['unreal']);
  try {
    const page = await open(served);
    await go(page, DOOR);
    await page.locator('[data-testid="node-detail"]').waitFor();
    await save(page, 'console-unreal.png');
  } finally {
    await served.close();
  }
}

async function open(served) {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', error => {
    throw error;
  });
  await page.goto(served.link);
  await page.locator('[data-testid="stop-switch"]').waitFor();
  return page;
}

async function go(page, hash) {
  await page.evaluate(place => {
    location.hash = place;
  }, hash);
}

/** Waits until nothing moves, and writes the picture with as many colours as fit. */
async function save(page, name) {
  let before = Buffer.alloc(0);
  let now = await page.screenshot();
  for (let tries = 0; tries < MAX_TRIES && !now.equals(before); tries++) {
    before = now;
    await page.evaluate(() => new Promise(resolve => setTimeout(() => requestAnimationFrame(resolve), 250)));
    now = await page.screenshot();
  }
  const head = pngHead(now);
  const size = zoom => ({ width: Math.round(head.width * zoom), height: Math.round(head.height * zoom) });
  const render = zoom => decodePng(head, size(zoom), NO_PAUSES);
  const { data, detail } = await encodeWithin(render, { format: 'png', maxBytes: MAX_BYTES }, NO_PAUSES);
  writeFileSync(`${DOCS}${name}`, data);
  console.log(`docs/${name}: ${data.length} bytes, ${detail}`);
}
