import { signal } from '@preact/signals';
import type { BlueprintGraph, BlueprintNode } from './blueprint-model.js';

/** The selected node of the graph that is shown. */
export const shownNode = signal<
  { readonly path: string; readonly graph: BlueprintGraph; readonly node: BlueprintNode } | undefined
>(undefined);
