import { type ReadonlySignal, useComputed } from '@preact/signals';
import { agents } from '../state/agents.js';

/** The object that an agent touched last. */
export interface Mark {
  readonly id: string;
  readonly colour: string;
  readonly name: string;
}

/** The marks of agents in a world. */
export function useMarks(world: string): ReadonlySignal<readonly Mark[]> {
  return useComputed(() =>
    [...agents.value.values()].flatMap(({ name, colour, last }) =>
      last?.world === world && last.id !== undefined ? [{ id: last.id, colour, name }] : [],
    ),
  );
}
