import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { SourceEvent } from '../../port/unreal-source.js';
import { openSample } from '../open-sample.js';
import type { SampleSource } from '../sample-source.js';

const HARBOUR = '/Game/Maps/Harbour.Harbour:PersistentLevel';
const ISLAND = '/Game/Maps/LighthouseIsland.LighthouseIsland:PersistentLevel';

export const quietLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A sample on a real engine, with what it told. */
export class Bench {
  readonly events: SourceEvent[] = [];
  clock = Date.UTC(2026, 0, 1);

  private constructor(
    readonly engine: Engine,
    readonly source: SampleSource,
  ) {
    source.listen(event => this.events.push(event));
  }

  static async open(engine: Engine): Promise<Bench> {
    let bench: Bench | undefined;
    const now = () => bench?.clock ?? Date.UTC(2026, 0, 1);
    bench = new Bench(engine, await openSample({ engine, log: quietLog, now }));
    return bench;
  }

  /** Without a scene that does anything by itself. */
  static engine(): Promise<Engine> {
    return openEmbedded({ scene: 'Menu' });
  }

  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return this.source.call(name, params, { signal: new AbortController().signal });
  }

  /** What a call is refused with. */
  async refusal<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<UnrealError> {
    try {
      await this.call(name, params);
    } catch (thrown) {
      if (thrown instanceof UnrealError) return thrown;
      throw thrown;
    }
    throw new Error(`${name} was not refused`);
  }

  async read(object: string, property: string) {
    return (await this.call('property.read', { object, property })).value;
  }

  /** What was told since this was asked the last time. How busy the engine is depends on the machine, and is left out. */
  told(): SourceEvent[] {
    return this.events.splice(0).filter(({ kind }) => kind !== 'state');
  }
}

/** Before each test of a file a fresh sample, all on one engine. */
export function useBench(hand: (bench: Bench) => void): void {
  let engine: Engine | undefined;
  let bench: Bench | undefined;
  beforeAll(async () => {
    engine = await Bench.engine();
  });
  beforeEach(async () => {
    bench = await Bench.open(engine as Engine);
    hand(bench);
  });
  afterEach(() => bench?.source.close());
  afterAll(() => engine?.close());
}

/** The path of an actor in the harbour. */
export function harbour(name: string): string {
  return `${HARBOUR}.${name}`;
}

/** The path of an actor on the island. */
export function island(name: string): string {
  return `${ISLAND}.${name}`;
}
