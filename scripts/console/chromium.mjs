/** Debian's Chromium, for the tests, pictures and figures of the console. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.WORLDWIRE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** WebGL 2 without a graphics card, no traffic of the browser's own, and the same text on every machine. */
const FLAGS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** Whether the console can be tested here. Where it must be, it is, and fails without Chromium. */
export function hasChromium() {
  if (place() !== undefined || process.env.WORLDWIRE_REQUIRE_CHROMIUM === '1') return true;
  console.warn(
    'The console is not tested: Chromium is missing; "apt-get install chromium fonts-dejavu-core" brings it, and WORLDWIRE_CHROMIUM names another one.',
  );
  return false;
}

export function launchChromium(flags = []) {
  const executablePath = place();
  if (executablePath === undefined)
    throw new Error(
      'Chromium is missing: "apt-get install chromium" brings it, or set WORLDWIRE_CHROMIUM to its path.',
    );
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

function place() {
  return PLACES.find(each => each !== undefined && existsSync(each));
}
