import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Less than in the suite: where a mutant keeps an event from coming, its test waits this long. */
const TEST_MS = 20_000;
const POLL_MS = 8_000;

/** Packages whose modules tests take from their sources here. The others are loaded as they were built. */
const FROM_SOURCE = {
  protocol: 'packages/protocol',
  server: 'packages/server',
  transports: 'packages/transports',
  journal: 'packages/journal',
  writes: 'packages/writes',
  universe: 'worlds/universe',
  unity: 'worlds/unity',
  unreal: 'worlds/unreal',
  conformance: 'worlds/conformance',
};

/**
 * Runs test files over sources of which one is changed in memory. No file of the checkout is written, and nothing is
 * built: vitest compiles the changed module again, and keeps the others.
 */
export class TestRunner {
  #vitest;
  #changed = { path: '', text: '' };

  async open() {
    this.#vitest = await createVitest(
      'test',
      {
        root: ROOT,
        watch: true,
        standalone: true,
        // One failed test is enough: the rest of the run is cancelled.
        bail: 1,
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: POLL_MS } },
        maxWorkers: 1,
        fileParallelism: false,
        reporters: [{}],
        includeTaskLocation: false,
        slowTestThreshold: 60_000,
      },
      {
        plugins: [{ name: 'changed-source', enforce: 'pre', load: id => this.#load(id) }],
        resolve: { alias: sourceAliases() },
        server: { watch: null, hmr: false, ws: false },
        logLevel: 'silent',
      },
    );
    await this.#vitest.standalone();
  }

  /** Resolves to the tests that failed, those that waited too long, the files that could not be loaded, and a count. */
  async run(files, changed = { path: '', text: '' }) {
    this.#change(changed);
    const project = this.#vitest.getRootProject();
    const result = await this.#vitest.runTestSpecifications(
      files.map(file => project.createSpecification(ROOT + file)),
    );
    this.#vitest.state.filesMap.clear();
    return outcome(result);
  }

  async close() {
    await this.#vitest.close();
  }

  #change(changed) {
    const before = this.#changed.path;
    this.#changed = changed;
    for (const path of [before, changed.path]) if (path !== '') this.#vitest.invalidateFile(ROOT + path);
  }

  #load(id) {
    return this.#changed.path !== '' && id === ROOT + this.#changed.path ? this.#changed.text : null;
  }
}

function outcome({ testModules, unhandledErrors }) {
  const failed = [];
  const timedOut = [];
  const broken = [];
  let passed = 0;
  for (const module of testModules) {
    const [error] = module.errors();
    if (error !== undefined) broken.push(`${module.relativeModuleId}: ${error.message}`);
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      const title = `${module.relativeModuleId} > ${test.fullName}`;
      if (state === 'passed') passed++;
      else if (state === 'failed') (errors.every(isTimeout) ? timedOut : failed).push(title);
    }
  }
  const unhandled = unhandledErrors.map(error => String(error?.message ?? error));
  return { failed, timedOut, broken, unhandled, passed };
}

function isTimeout({ message }) {
  return /^(Test|Hook) timed out in /.test(message);
}

function sourceAliases() {
  return Object.entries(FROM_SOURCE).flatMap(([name, folder]) => {
    const { exports } = JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8'));
    return Object.entries(exports)
      .filter(([, target]) => typeof target.default === 'string' && target.default.startsWith('./dist/'))
      .map(([path, target]) => ({
        find: new RegExp(`^@worldwire/${name}${path.slice(1).replaceAll('.', '\\.')}$`),
        replacement: ROOT + folder + target.default.replace('./dist/', '/src/').replace(/\.js$/, '.ts'),
      }));
  });
}
