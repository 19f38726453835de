import { afterEach, beforeEach } from 'vitest';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { SourceEvent } from '../../port/unreal-source.js';
import { openSample } from '../sample-source.js';

const HARBOUR = '/Game/Maps/Harbour.Harbour:PersistentLevel';
const ISLAND = '/Game/Maps/LighthouseIsland.LighthouseIsland:PersistentLevel';

/** A sample with its events. */
export class Bench {
  readonly #events: SourceEvent[] = [];
  clock = Date.UTC(2026, 0, 1);
  readonly source = openSample({ now: () => this.clock });

  constructor() {
    this.source.listen(event => this.#events.push(event));
  }

  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return this.source.call(name, params, { signal: new AbortController().signal });
  }

  /** The error of a call. */
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

  /** The events since the last call. */
  events(): SourceEvent[] {
    return this.#events.splice(0);
  }
}

/** Opens a sample before each test. */
export function useBench(use: (bench: Bench) => void): void {
  let bench: Bench | undefined;
  beforeEach(() => {
    bench = new Bench();
    use(bench);
  });
  afterEach(() => bench?.source.close());
}

/** The path of an actor in the harbour. */
export function harbour(name: string): string {
  return `${HARBOUR}.${name}`;
}

/** The path of an actor on the island. */
export function island(name: string): string {
  return `${ISLAND}.${name}`;
}
