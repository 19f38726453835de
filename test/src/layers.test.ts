import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = new URL('../../scripts/check-layers.mjs', import.meta.url);

interface Layers {
  readonly RULES: readonly { readonly name: string }[];
  readonly UNTIL_CONVERTED: ReadonlySet<string>;
  violations(path: string, source: string): string[];
  cycleViolations(files: ReadonlyMap<string, string>): string[];
}

/** A rule, a file that violates it, and a similar file that does not. */
interface Plant {
  readonly rule: string;
  readonly path: string;
  readonly breaks: readonly string[];
  readonly keeps: readonly string[];
}

const PLANTS: readonly Plant[] = [
  {
    rule: 'protocol is pure',
    path: 'packages/protocol/src/planted.ts',
    breaks: [
      `import { readFileSync } from 'node:fs';`,
      `import type { World } from "@worldwire/server";`,
      `await import('node:net');`,
    ],
    keeps: [`import { parseJson } from './json.js';`, `// node:fs is not for us`],
  },
  {
    rule: 'the server has no sockets',
    path: 'packages/server/src/planted.ts',
    breaks: ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'child_process'].map(
      name => `import x from 'node:${name}';`,
    ),
    keeps: [`import { createHash } from 'node:crypto';`],
  },
  {
    rule: 'the server knows no wire and no world',
    path: 'packages/server/src/planted.ts',
    breaks: [`import { x } from '@worldwire/transports/http';`, `import { x } from '@worldwire/universe';`],
    keeps: [`import { x } from '@worldwire/protocol';`],
  },
  {
    rule: 'wires know no world',
    path: 'packages/transports/src/http/planted.ts',
    breaks: [`import { x } from '@worldwire/universe';`, `export { x } from '@worldwire/conformance';`],
    keeps: [
      `import { x } from '@worldwire/protocol';`,
      `import { x } from '@worldwire/server';`,
      `import net from 'node:net';`,
    ],
  },
  {
    rule: 'wires do not import each other',
    path: 'packages/transports/src/frames/planted.ts',
    breaks: [`import { x } from '../http/guard.js';`, `import type { x } from '../stdio/stdio.js';`],
    keeps: [`import { x } from '../auth/tokens.js';`, `import { x } from '../stream/conversation.js';`],
  },
  {
    rule: 'writes know no wire and no world',
    path: 'packages/writes/src/planted.ts',
    breaks: [
      `import { UnrealError } from '@worldwire/unreal';`,
      `import { listenHttp } from '@worldwire/transports';`,
      `import { listen } from 'node:net';`,
    ],
    keeps: [
      `import { Mutex } from '@worldwire/server/kit';`,
      `import type { Journal } from '@worldwire/journal';`,
    ],
  },
  {
    rule: 'the journal, the picture codecs and the seals import no other package',
    path: 'packages/journal/src/planted.ts',
    breaks: [
      `import { x } from '@worldwire/server';`,
      `import type { x } from '@worldwire/universe';`,
      `import { x } from '@worldwire/picture';`,
    ],
    keeps: [`import pg from 'pg';`, `import { join } from 'node:path';`],
  },
  {
    rule: 'the engine and the package reader import no other package than the picture codecs',
    path: 'packages/engine/src/planted.ts',
    breaks: [`import { x } from '@worldwire/server';`, `import type { x } from '@worldwire/journal';`],
    keeps: [`import { encodePng } from '@worldwire/picture';`, `import { join } from 'node:path';`],
  },
  {
    rule: 'the domain of the universe is pure',
    path: 'worlds/universe/src/domain/planted.ts',
    breaks: [
      `import { createHash } from 'node:crypto';`,
      `import { WorldError } from '@worldwire/server';`,
      `import { Universes } from '../service/universes.js';`,
      `import { x } from '../../sky/ephemeris.js';`,
    ],
    keeps: [`import { z } from 'zod';`, `import { Store } from './store.js';`],
  },
  {
    rule: 'the console imports only what runs in a browser',
    path: 'apps/console/src/planted.tsx',
    breaks: [
      `import { readFile } from 'node:fs/promises';`,
      `import { Kernel } from '@worldwire/server/internal';`,
      `import { openUniverse } from '@worldwire/universe';`,
    ],
    keeps: [
      `import { SseDecoder } from '@worldwire/protocol';`,
      `import { orbitPoints } from '@worldwire/universe/sky';`,
    ],
  },
  {
    rule: 'worlds see no wire',
    path: 'worlds/universe/src/planted.ts',
    breaks: [`import { x } from '@worldwire/transports/http';`, `import { x } from '@worldwire/transports';`],
    keeps: [`import { x } from '@worldwire/server';`],
  },
  {
    rule: 'worlds open no sockets',
    path: 'worlds/universe/src/planted.ts',
    breaks: [`import http from 'node:http';`, `import { spawn } from 'node:child_process';`],
    keeps: [`import { setTimeout } from 'node:timers/promises';`],
  },
  {
    rule: 'only apps read the environment',
    path: 'packages/server/src/planted.ts',
    breaks: [
      'const port = process.env.PORT;',
      'const [, , name] = process.argv;',
      `import { env } from 'node:process';`,
      `const { argv } = await import('process');`,
    ],
    keeps: ['process.nextTick(run);', 'const environment = {};', `const words = ['process'];`],
  },
  {
    rule: 'the product never imports the benchmark, the attacks, the mutants or the tests',
    path: 'apps/worldwire/src/planted.ts',
    breaks: [
      `import { x } from '../../../bench/load.mjs';`,
      `import { x } from '../../../hostile/run.mjs';`,
      `import { x } from '../../../mutants/run.mjs';`,
      `import { x } from '../../../test/src/harness.js';`,
    ],
    keeps: [`import { x } from './workbench.js';`, `import { x } from './latest.js';`],
  },
  {
    rule: 'packages are entered by the front door',
    path: 'examples/src/planted.ts',
    breaks: [
      `import { x } from '@worldwire/server/dist/kernel.js';`,
      `import { x } from '@worldwire/protocol/src/json.js';`,
    ],
    keeps: [`import { x } from '@worldwire/transports/http';`],
  },
  {
    rule: 'a folder does not import its parent',
    path: 'packages/transports/src/http/sse/planted.ts',
    breaks: [
      `import { x } from '../mount.js';`,
      `import type { X } from '../../limits.js';`,
      `export { x } from '../index.js';`,
    ],
    keeps: [
      `import { x } from './stream.js';`,
      `import { x } from '../body/body.js';`,
      `import { x } from '../../auth/tokens.js';`,
    ],
  },
  {
    rule: 'only packages/writes guards writes',
    path: 'worlds/unreal/src/planted.ts',
    breaks: [
      `import { planDigest } from '@worldwire/server/kit';`,
      `requirePlan(expected, digest);`,
      `await confirmLarge(context, { message: 'Delete all?', digest });`,
      `const text = \`\${planDigest(plan)}\`;`,
    ],
    keeps: [`// planDigest is not for us`, `const text = 'planDigest';`, `/** Like confirmLarge. */`],
  },
  {
    rule: 'worlds leave the expected digest to packages/writes',
    path: 'worlds/universe/src/planted.ts',
    breaks: [`const { expectDigest } = operationOf(context);`, `context.operation.expectDigest === digest;`],
    keeps: [
      `// expectDigest is read by packages/writes`,
      `const description = \`More than \${MAX} objects: needs expectDigest.\`;`,
    ],
  },
  {
    rule: 'an inverse is JSON',
    path: 'packages/writes/src/log/inverse.ts',
    breaks: [
      `export interface InverseStep { readonly call: unknown }`,
      `export interface InverseStep { undo: () => Promise<void> }`,
      `type Values = Map<string, JsonValue>;`,
    ],
    keeps: [
      `export interface InverseStep { readonly call: JsonLike }`,
      `/** Takes back any object => JSON. */`,
    ],
  },
];

let layers: Layers;
beforeAll(async () => {
  layers = (await import(SCRIPT.href)) as Layers;
});

describe('the layers', () => {
  it('hold on the whole tree', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(SCRIPT)]);
    expect(stdout).toContain(`${layers.RULES.length} rules hold`);
  });

  it('have a planted violation for every rule', () => {
    expect(PLANTS.map(({ rule }) => rule)).toEqual(layers.RULES.map(({ name }) => name));
  });

  it.each(PLANTS)('report a violation of this rule: $rule', ({ rule, path, breaks }) => {
    for (const source of breaks) {
      const found = layers.violations(path, `const before = 1;\n${source}\n`);
      expect(found.filter(line => line.startsWith(`${path}: ${rule}`))).toHaveLength(1);
    }
  });

  it.each(PLANTS)('report nothing when this rule holds: $rule', ({ path, keeps }) => {
    for (const source of keeps) expect(layers.violations(path, source)).toEqual([]);
  });

  it('let pass only files that still need it', async () => {
    for (const path of layers.UNTIL_CONVERTED) {
      const source = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
      const found = layers.violations(`${path.slice(0, path.lastIndexOf('/'))}/planted.ts`, source);
      expect(found, path).not.toEqual([]);
    }
  });

  it('let the apps do what only apps may', () => {
    const source = `import http from 'node:http';\nimport { x } from '@worldwire/universe';\nprocess.env.PORT;`;
    expect(layers.violations('apps/worldwire/src/planted.ts', source)).toEqual([]);
  });

  it('catch folders that import each other at run time', () => {
    expect(
      layers.cycleViolations(
        tree(
          ['a/x.ts', `import { y } from '../b/y.js';`],
          ['b/y.ts', `import { z } from '../c/z.js';`],
          ['c/z.ts', `import { w } from '../a/w.js';`],
        ),
      ),
    ).toEqual([
      'folders import each other at run time: packages/p/src/a, packages/p/src/b, packages/p/src/c',
    ]);
  });

  it('let folders import each other for types, in three places at most', () => {
    const pairs = ['a', 'b', 'c', 'd'].map((name): [string, string][] => [
      [`${name}/x.ts`, `import { y } from '../${name}y/y.js';`],
      [
        `${name}y/y.ts`,
        `import type { X } from '../${name}/x.js';\nexport { type Z } from '../${name}/x.js';`,
      ],
    ]);
    expect(layers.cycleViolations(tree(...pairs.slice(1).flat()))).toEqual([]);
    expect(layers.cycleViolations(tree(...pairs.flat()))).toHaveLength(1 + pairs.length);
  });

  it('let a folder import another that does not import it', () => {
    expect(
      layers.cycleViolations(
        tree(
          ['a/x.ts', `import { y } from '../b/y.js';\nimport './own.js';`],
          ['b/y.ts', `import 'node:fs';`],
        ),
      ),
    ).toEqual([]);
  });

  it('find an import however it is written', () => {
    const path = 'packages/protocol/src/planted.ts';
    for (const source of [
      `import 'node:fs';`,
      `import fs from "node:fs";`,
      `import {\n  readFileSync,\n} from 'node:fs';`,
      `export * from 'node:fs';`,
      `const fs = await import('node:fs');`,
      `const fs = await import(\n  'node:fs'\n);`,
    ]) {
      expect(layers.violations(path, source)).toHaveLength(1);
    }
  });
});

function tree(...files: readonly (readonly [path: string, source: string])[]): ReadonlyMap<string, string> {
  return new Map(files.map(([path, source]) => [`packages/p/src/${path}`, source]));
}
