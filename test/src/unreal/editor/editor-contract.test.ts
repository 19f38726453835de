import { afterAll, beforeAll, describe, it } from 'vitest';
import type { FakeOptions } from '../fake-editor/index.js';
import { Bench } from './bench.js';
import { editorSuite } from './editor-suite.js';
import { openFake, QUICK, recorder } from './open-bench.js';
import { openEditor } from './source.js';

const {
  WORLDWIRE_UNREAL_URL: url,
  WORLDWIRE_UNREAL_PROJECT: projectFolder,
  WORLDWIRE_UNREAL_PASSPHRASE: passphrase,
} = process.env;

const FAKES: readonly Partial<FakeOptions>[] = [
  { version: '4.26' },
  { version: '4.26', variant: 'b' },
  { version: '4.26', python: false, pythonPlugin: false },
  { version: '4.27' },
  { version: '5.0', variant: 'b', encoding: 'utf-16be' },
  { version: '5.3', thumbnail: 'svg-as-png', encoding: 'utf-8' },
  { version: '5.5', python: false, console: false },
  { version: '5.5', variant: 'b', python: false, console: false, settingsReadable: false },
  { version: '5.8' },
  { version: '5.8', variant: 'b', settingsReadable: false, encoding: 'utf-8-bom' },
];

interface Opened {
  readonly bench: Bench;
  close(): Promise<void>;
}

function run(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    for (const { claim, check } of editorSuite) it(claim, () => check(opened.bench));
  });
}

if (url !== undefined) {
  run(`the editor at ${url}`, async () => {
    const source = openEditor({
      url,
      fetch,
      now: Date.now,
      log: recorder([]),
      intervals: { watch: 200 },
      ...(projectFolder === undefined ? {} : { projectFolder }),
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    const bench = new Bench(source);
    await bench.until('ready', 'throttled');
    return { bench, close: () => source.close() };
  });
} else {
  for (const fake of FAKES) {
    run(`a fake editor with ${JSON.stringify(fake)}`, () =>
      openFake({ fake, source: { intervals: { ...QUICK, poll: 50 } } }),
    );
  }
}
