import type { ObjectInfo } from '@worldwire/engine';
import { Bench, ContractRun, editorContract, engineContract, playContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { EDITOR_LACKS, EDITOR_SAMPLE } from './editor-sample.js';
import { LiveEditor, OPENING_MS } from './open-editor.js';

const others: LiveEditor[] = [];

/** An editor has the scene as it was saved in the place of a freshly loaded one. */
class EditorBench extends Bench {
  constructor(readonly live: LiveEditor) {
    const open = async () => {
      const other = await LiveEditor.open();
      others.push(other);
      return other.engine;
    };
    super(live.engine, EDITOR_SAMPLE, open, () => live.engine.close());
  }

  /** A case that loads a scene works with one that is open in the editor. */
  override async load(name: string): Promise<void> {
    await this.live.reopen(`res://scenes/${name}.tscn`);
  }

  override async fresh(): Promise<ObjectInfo> {
    await this.live.reopen(`res://scenes/${this.sample.scene}.tscn`);
    return this.at(`/Arena/${this.sample.object}`);
  }
}

let live: LiveEditor;
beforeAll(async () => {
  live = await LiveEditor.open();
}, OPENING_MS);
afterAll(() => Promise.all([live, ...others].map(each => each?.close())));

/** Cases of games that need no operation which an editor refuses. */
const OF_GAMES: ReadonlySet<string> = new Set([
  // The scene of an editor has one root, which is the parent of what is moved to none.
  'moves an object under another parent, but never under itself',
  // Physics and scripts do not run.
  'says how fast an object falls, and lists it among those that move',
  'measures an object that a script turns, and another that it carries along',
]);

describe('the Godot 4 editor behind its bridge', () => {
  const run = new ContractRun({
    engine: 'Godot 4 editor',
    cases: [...editorContract, ...engineContract, ...playContract].filter(
      ({ claim }) => !OF_GAMES.has(claim),
    ),
    // No script of the demo is a tool, which could fail in the editor, and one of them fills the map.
    lacks: [...EDITOR_LACKS, 'problem', 'cells'],
    bench: () => new EditorBench(live),
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
  });
  for (const { claim, check } of run.tests) it(claim, check, OPENING_MS);
});
