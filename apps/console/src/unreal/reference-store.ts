import { type Signal, signal } from '@preact/signals';
import type { References } from './answers.js';
import type { ReferenceEdge } from './reference-layout.js';
import type { UnrealStore } from './unreal-store.js';

const MAX_NODES = 150;
const MAX_CALLS = 60;
/** References of one asset that are drawn. */
const MAX_EACH = 40;

export interface ReferenceGraphState {
  readonly edges: readonly ReferenceEdge[];
  /** Assets whose references are read. */
  readonly read: ReadonlySet<string>;
  /** How many references of an asset are not drawn. */
  readonly hidden: ReadonlyMap<string, number>;
  readonly loading: boolean;
  readonly failure?: unknown;
  /** Whether the limit of nodes was reached. */
  readonly isCut: boolean;
}

export interface ReferenceStore {
  readonly state: Signal<ReferenceGraphState>;
  /** Reads the graph around an asset. */
  start(root: string, depth: number): Promise<void>;
  expand(path: string): Promise<void>;
}

const EMPTY: ReferenceGraphState = {
  edges: [],
  read: new Set(),
  hidden: new Map(),
  loading: true,
  isCut: false,
};

/** The references around an asset, one step at a time: the answer for a greater depth does not say which asset refers to which. */
export function openReferences(store: UnrealStore): ReferenceStore {
  const state = signal<ReferenceGraphState>(EMPTY);
  let run = 0;
  return { state, start, expand: path => step([path], ++run) };

  async function start(root: string, depth: number): Promise<void> {
    const mine = ++run;
    state.value = EMPTY;
    let layer: readonly string[] = [root];
    for (let at = 0; at < depth && layer.length > 0 && run === mine; at++) {
      await step(layer, mine);
      const { edges, read } = state.peek();
      layer = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].filter(path => !read.has(path));
    }
  }

  async function step(paths: readonly string[], mine: number): Promise<void> {
    state.value = { ...state.peek(), loading: true, failure: undefined };
    for (const path of paths) {
      const { read, edges } = state.peek();
      if (read.size >= MAX_CALLS || new Set(edges.flatMap(({ from, to }) => [from, to])).size >= MAX_NODES) {
        state.value = { ...state.peek(), isCut: true };
        break;
      }
      try {
        const answer = await store.call<References>('get_references', {
          path,
          direction: 'both',
          limit: 100,
        });
        if (run !== mine) return;
        add(path, answer);
      } catch (thrown) {
        if (run !== mine) return;
        // An asset that does not exist any more is an end of the graph.
        state.value = {
          ...state.peek(),
          read: new Set(state.peek().read).add(path),
          ...(paths.length === 1 && { failure: thrown }),
        };
      }
    }
    state.value = { ...state.peek(), loading: false };
  }

  function add(path: string, { references = [], referencers = [] }: References): void {
    const { edges, read, hidden } = state.peek();
    const known = new Set(edges.map(({ from, to }) => `${from} ${to}`));
    const found = [
      ...references.slice(0, MAX_EACH).map(({ path: to, soft }) => ({ from: path, to, soft })),
      ...referencers.slice(0, MAX_EACH).map(({ path: from, soft }) => ({ from, to: path, soft })),
    ].filter(({ from, to }) => !known.has(`${from} ${to}`));
    const left = Math.max(0, references.length - MAX_EACH) + Math.max(0, referencers.length - MAX_EACH);
    state.value = {
      ...state.peek(),
      edges: [...edges, ...found],
      read: new Set(read).add(path),
      hidden: left > 0 ? new Map(hidden).set(path, left) : hidden,
    };
  }
}
