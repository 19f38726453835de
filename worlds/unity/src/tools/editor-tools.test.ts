import { type EditorInfo, EngineError } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { CLOSED, OPEN, Stage } from '../stage.test.js';

/** An editor with one scene and one change that is not saved. */
function editor() {
  const state = {
    ...{ scene: 'res://a.tscn', openScenes: ['res://a.tscn'], unsaved: ['res://a.tscn'], playing: null },
    ...{ selection: ['obj:1'], undo: 'Move Crate', redo: null, busy: null, dialog: 'Save?', stage: null },
  } as { -readonly [Name in keyof EditorInfo]: EditorInfo[Name] };
  const info = () => ({ ...state });
  const answers = {
    'editor.get': info,
    'editor.select': ({ ids }: { ids: string[] }) => {
      const before = state.selection;
      state.selection = ids;
      return { before, after: ids };
    },
    'editor.open': ({ path }: { path: string }) => {
      if (!path.endsWith('.tscn')) throw new EngineError('not-found', `there is no scene "${path}"`);
      state.scene = path;
      return info();
    },
    'editor.save': () => {
      const saved = state.unsaved;
      state.unsaved = [];
      return { saved };
    },
    'editor.play': ({ scene = 'res://main.tscn' }: { scene?: string }) => {
      state.playing = scene;
      return info();
    },
    'editor.stop': () => {
      state.playing = null;
      return info();
    },
    'editor.undo': () => {
      const step = state.undo;
      Object.assign(state, { undo: null, redo: step });
      return { step };
    },
    'editor.redo': () => {
      const step = state.redo;
      Object.assign(state, { undo: step, redo: null });
      return { step };
    },
  };
  return { state, answers };
}

async function opened(answers: object, grants = OPEN) {
  const engine = await playing(answers);
  return { ...engine, stage: await Stage.open({ engine: engine.engine, grants }) };
}

describe('the tools of an editor', () => {
  it('GetEditor says what is open, not saved, selected and undone next, and leaves out what is not the case', async () => {
    const { stage } = await opened(editor().answers, CLOSED);
    expect(await stage.call('GetEditor')).toEqual({
      Scene: 'res://a.tscn',
      OpenScenes: ['res://a.tscn'],
      Unsaved: ['res://a.tscn'],
      Playing: null,
      Selection: ['obj:1'],
      Undo: 'Move Crate',
      Redo: null,
      Dialog: 'Save?',
    });
  });

  it('SelectInEditor selects, and its undo restores the selection', async () => {
    const { state, answers } = editor();
    const { stage } = await opened(answers);
    expect(await stage.whole('SelectInEditor', { objectIds: ['obj:2', 'obj:3'] })).toMatchObject({
      before: ['obj:1'],
      after: ['obj:2', 'obj:3'],
      undo: 'UndoWrite {"id":2}',
    });
    await stage.call('UndoWrite', { id: 1 });
    expect(state.selection).toEqual(['obj:1']);
  });

  it('OpenScene, SaveScenes, PlayGame and StopGame say what was before and after', async () => {
    const { stage } = await opened(editor().answers);
    const plan = await stage.whole('SaveScenes', { all: true, dryRun: true });
    expect(plan).toMatchObject({ saved: ['res://a.tscn'], before: ['res://a.tscn'], after: [] });
    expect(await stage.planned('SaveScenes')).toMatchObject({ saved: ['res://a.tscn'], after: [] });
    expect(await stage.call('OpenScene', { path: 'res://b.tscn' })).toMatchObject({
      before: 'res://a.tscn',
      after: 'res://b.tscn',
    });
    expect(await stage.whole('PlayGame')).toMatchObject({
      before: null,
      after: 'res://main.tscn',
      undo: 'none: StopGame ends the game.',
    });
    expect(await stage.planned('StopGame')).toMatchObject({ before: 'res://main.tscn', after: null });
    const { kind, hint } = await stage.fail('OpenScene', { path: 'res://b' });
    expect([kind, hint]).toEqual(['NotFound', expect.stringContaining('GetEditor')]);
  });

  it('UndoInEditor and RedoInEditor name the step', async () => {
    const { stage } = await opened(editor().answers);
    expect(await stage.whole('UndoInEditor', { dryRun: true })).toMatchObject({ step: 'Move Crate' });
    expect(await stage.call('UndoInEditor')).toMatchObject({
      step: 'Move Crate',
      before: { Undo: 'Move Crate', Redo: null },
      after: { Undo: null, Redo: 'Move Crate' },
    });
    expect(await stage.call('RedoInEditor')).toMatchObject({ step: 'Move Crate' });
    expect(await stage.call('RedoInEditor')).toMatchObject({ step: null });
  });

  it('are Unsupported in a game, with the step that helps', async () => {
    const refuse = () => {
      throw new EngineError('unsupported', 'the engine is a game');
    };
    const answers = Object.fromEntries(Object.keys(editor().answers).map(name => [name, refuse]));
    const { stage } = await opened(answers);
    for (const [tool, args] of [
      ['GetEditor', {}],
      ['SelectInEditor', { objectIds: [] }],
      ['OpenScene', { path: 'a' }],
      ['SaveScenes', {}],
      ['PlayGame', {}],
      ['StopGame', {}],
      ['UndoInEditor', {}],
      ['RedoInEditor', {}],
    ] as const) {
      const { kind, hint } = await stage.fail(tool, args);
      expect([tool, kind, hint]).toEqual([tool, 'Unsupported', expect.stringMatching(/^Link an editor: /)]);
    }
  });
});
