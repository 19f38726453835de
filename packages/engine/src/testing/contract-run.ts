import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../port/engine-error.js';
import type { EngineFeature, EngineInfo, OperationName } from '../port/operations.js';
import { OPERATION_NAMES } from '../port/writes.js';
import type { Bench, ContractCase } from './engine-contract.js';
import type { PlaySample } from './play-sample.js';

/** What an engine is known not to have. */
export type Lack = OperationName | EngineFeature | keyof PlaySample | 'link';

export interface CaseResult {
  readonly claim: string;
  readonly needs: readonly OperationName[];
  readonly outcome: 'works' | 'unsupported' | 'failed';
  /** Why it is unsupported or failed. */
  readonly reason?: string;
}

/** The file of one run. */
export interface ContractResult {
  /** The column of docs/engines.md. Runs of one engine in several ways have the same. */
  readonly engine: string;
  readonly info: EngineInfo;
  /** ISO 8601. */
  readonly date: string;
  /** The reason for each operation that the engine does not have. */
  readonly unsupported: Readonly<Partial<Record<OperationName, string>>>;
  readonly cases: readonly CaseResult[];
}

export interface ContractRunOptions {
  readonly engine: string;
  /** Distinguishes several runs of one engine, such as "pictures". */
  readonly part?: string;
  readonly cases: readonly ContractCase[];
  /** What the engine does not have. A list that is too long or too short fails the last test. */
  readonly lacks?: readonly Lack[];
  readonly bench: () => Bench;
  /** The folder for the results. Tests take it from WORLDWIRE_CONTRACT_RESULTS; `npm run engines` makes docs/engines.md of them. */
  readonly results?: string | undefined;
}

/** The contract for one engine, as tests for any test runner, in this order. A case of an operation that the engine lacks verifies its refusal. */
export class ContractRun {
  readonly tests: readonly { readonly claim: string; readonly check: () => Promise<void> }[];
  readonly #options: ContractRunOptions;
  readonly #results: CaseResult[] = [];
  /** What cases have found to be missing. */
  readonly #missed = new Set<Lack>();

  constructor(options: ContractRunOptions) {
    this.#options = options;
    this.tests = [
      ...options.cases.map(each => ({ claim: each.claim, check: () => this.#check(each) })),
      {
        claim: 'refuses every operation that it does not have, with the reason',
        check: () => this.#finish(),
      },
    ];
  }

  async #check(each: ContractCase): Promise<void> {
    const { claim, needs } = each;
    const bench = this.#options.bench();
    try {
      const reason = await this.#missing(each, bench);
      if (reason === undefined) await each.check(bench);
      const outcome = reason === undefined ? ('works' as const) : ('unsupported' as const);
      this.#results.push({ claim, needs, outcome, ...(reason !== undefined && { reason }) });
    } catch (thrown) {
      this.#results.push({ claim, needs, outcome: 'failed', reason: String(thrown).slice(0, 500) });
      throw thrown;
    }
  }

  /** Why a case cannot run; undefined if it can. */
  async #missing(
    { needs, uses = [], features = [], linked }: ContractCase,
    bench: Bench,
  ): Promise<string | undefined> {
    const { lacks = [] } = this.#options;
    const info = await bench.call('engine.describe', {});
    const operations = needs.filter(need => !info.operations.includes(need));
    const missing: Lack[] = [
      ...operations,
      ...features.filter(each => !info.features?.includes(each)),
      ...(linked && bench.loseLink === undefined ? (['link'] as const) : []),
    ];
    // A sample need not describe what the engine does not have.
    if (missing.length === 0) missing.push(...uses.filter(each => bench.sample[each] === undefined));
    if (missing.length === 0) return undefined;
    for (const each of missing) {
      assert.ok(lacks.includes(each), `${each} is missing, and it is not among what the engine lacks`);
      this.#missed.add(each);
    }
    const [first] = operations;
    return first === undefined ? `without ${missing.join(', ')}` : refusalOf(bench, first);
  }

  async #finish(): Promise<void> {
    const { engine, part, lacks = [], bench: open, results: folder } = this.#options;
    const bench = open();
    const info = await bench.call('engine.describe', {});
    const unsupported: Partial<Record<OperationName, string>> = {};
    for (const name of OPERATION_NAMES) {
      if (!info.operations.includes(name)) unsupported[name] = await refusalOf(bench, name);
    }
    const found = new Set<Lack>([...this.#missed, ...(Object.keys(unsupported) as OperationName[])]);
    if (folder !== undefined) {
      const date = new Date().toISOString();
      const result: ContractResult = { engine, info, date, unsupported, cases: this.#results };
      await mkdir(folder, { recursive: true });
      const file = [engine, ...(part === undefined ? [] : [part])].join(' ').replace(/[^\w.]+/g, '-');
      await writeFile(join(folder, `${file}.json`), `${JSON.stringify(result, null, 2)}\n`);
    }
    assert.deepEqual([...found].sort(), [...lacks].sort(), 'the engine lacks what the test says');
  }
}

/** What an engine says about an operation that it does not have. */
async function refusalOf(bench: Bench, name: OperationName): Promise<string> {
  try {
    await bench.call(name, {} as never);
  } catch (thrown) {
    assert.ok(thrown instanceof EngineError, `${name} threw ${String(thrown)}`);
    assert.equal(thrown.kind, 'unsupported', `${name}: ${thrown.message}`);
    assert.ok(thrown.hint, `the refusal of ${name} has a hint`);
    return thrown.message;
  }
  return assert.fail(`${name} is not among the operations, and it was done`);
}
