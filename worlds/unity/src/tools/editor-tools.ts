import type { EditorInfo, OperationName, ParamsOf, ResultOf } from '@worldwire/engine';
import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { confirm, objectId } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { changed, whole } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

/** Opening a scene may import files, and the first run of a game compiles it. */
const SLOW_MS = 60_000;
const MAX_SELECTED = 100;
const scenePath = z.string().min(1).max(4_096).describe('As the editor names it, such as "res://main.tscn".');

type EditorOperation = Extract<OperationName, `editor.${string}`>;

/** The tools of editors. On a game they are Unsupported. */
export function editorTools({ kit, scene }: ToolParts): readonly Tool[] {
  const state = async () => editorOf(await inEditor(scene.call('editor.get', {})));
  const call = <Name extends EditorOperation>(
    write: Write,
    name: Name,
    params: ParamsOf<Name>,
  ): Promise<ResultOf<Name>> => inEditor(write.call(name, params, SLOW_MS));
  const prepare = async () => ({ before: await state() });
  const selectionOf = kit.restores<object, readonly string[]>({
    name: 'selection of the editor',
    what: () => 'the selection of the editor',
    read: async () => (await state()).Selection,
    set: async (undoing, ids) => {
      await call(undoing, 'editor.select', { ids });
      return undefined;
    },
  });

  return [
    kit.reading({
      name: 'GetEditor',
      title: 'State of the editor',
      description:
        'Returns the scenes that the editor has open, those not saved, whether a game runs, the selection, and what undo would take back.',
      output: dto.editor,
      run: state,
    }),
    kit.writing({
      name: 'SelectInEditor',
      title: 'Select in the editor',
      description: 'Selects objects in the editor, or none.',
      idempotent: true,
      input: z.object({ objectIds: z.array(objectId).max(MAX_SELECTED), confirm }),
      output: dto.written,
      prepare,
      question: ({ objectIds }) => `Select ${objectIds.length} objects in the editor?`,
      plan: ({ objectIds }, { before: { Selection } }) => ({
        before: Selection,
        after: objectIds,
        items: changed('the selection of the editor', Selection, objectIds, 'changes'),
      }),
      run: async ({ objectIds }, write) => {
        const { before, after } = await call(write, 'editor.select', { ids: objectIds });
        const undo = selectionOf({}, { from: after, to: before });
        const agrees = [...after].sort().join() === [...objectIds].sort().join();
        return write.done('the selection of the editor', agrees, { asked: objectIds, before, after }, undo);
      },
    }),
    kit.writing({
      name: 'OpenScene',
      title: 'Open a scene',
      description: 'Opens a scene in the editor, or goes to the one that is open.',
      input: z.object({ path: scenePath, confirm }),
      output: dto.written,
      final: 'OpenScene with the scene before goes back to it.',
      prepare,
      question: ({ path }) => `Open the scene ${path} in the editor?`,
      plan: ({ path }, { before: { Scene } }) => ({
        before: Scene,
        after: path,
        items: changed('the scene that the editor shows', Scene, path, 'changes'),
      }),
      run: async ({ path }, write, _, { before }) => {
        const { scene: after } = await call(write, 'editor.open', { path });
        return { ok: true, ...write.wrote(before.Scene, after) };
      },
    }),
    kit.writing({
      name: 'SaveScenes',
      title: 'Save scenes',
      description: 'Saves the edited scene, or all that have changes.',
      destructive: true,
      input: z.object({ all: z.boolean().default(false), confirm }),
      output: { ...dto.written, saved: z.array(z.string()) },
      final: 'files are overwritten.',
      mayAsk: () => true,
      prepare,
      question: ({ all }, { before }) =>
        `Save ${all ? before.Unsaved.join(', ') || 'all scenes' : before.Scene}?`,
      plan: ({ all }, { before }) => {
        const saved = all ? before.Unsaved : before.Unsaved.filter(path => path === before.Scene);
        return {
          before: before.Unsaved,
          after: before.Unsaved.filter(path => !saved.includes(path)),
          more: { saved },
          items: saved.flatMap(path => whole('overwrites', `the file of ${path}`)),
        };
      },
      run: async ({ all }, write, _, { before }) => {
        const { saved } = await call(write, 'editor.save', { all });
        const { Unsaved } = await state();
        return { ok: true, saved, ...write.wrote(before.Unsaved, Unsaved) };
      },
    }),
    kit.writing({
      name: 'PlayGame',
      title: 'Run the game',
      description:
        'Runs the main scene of the project from the editor, or another one. The game links as an engine of its own.',
      input: z.object({ scene: scenePath.optional(), confirm }),
      output: dto.written,
      final: 'StopGame ends the game.',
      prepare,
      question: ({ scene: path }) => `Run ${path ?? 'the game'}?`,
      plan: ({ scene: path }, { before: { Playing } }) => {
        const after = path ?? 'the main scene';
        return { before: Playing, after, items: changed('the game that runs', Playing, after) };
      },
      run: async ({ scene: path }, write, _, { before }) => {
        const { playing } = await call(write, 'editor.play', path === undefined ? {} : { scene: path });
        return { ok: true, ...write.wrote(before.Playing, playing) };
      },
    }),
    kit.writing({
      name: 'StopGame',
      title: 'Stop the game',
      description: 'Ends the game that the editor runs.',
      idempotent: true,
      input: z.object({ confirm }),
      output: dto.written,
      final: 'the state of the game is lost. PlayGame runs it again.',
      mayAsk: () => true,
      prepare,
      question: () => 'Stop the game?',
      plan: (_, { before: { Playing } }) => ({
        before: Playing,
        after: null,
        items: changed('the game that runs', Playing, null),
      }),
      run: async (_, write, __, { before }) => {
        const { playing } = await call(write, 'editor.stop', {});
        return { ok: true, ...write.wrote(before.Playing, playing) };
      },
    }),
    ...(['undo', 'redo'] as const).map(way =>
      kit.writing({
        name: way === 'undo' ? 'UndoInEditor' : 'RedoInEditor',
        title: way === 'undo' ? 'Undo in the editor' : 'Redo in the editor',
        description: `${way === 'undo' ? 'Takes back' : 'Makes again'} the step that GetEditor names as ${way === 'undo' ? 'Undo' : 'Redo'}, also one of a person.`,
        input: z.object({ confirm }),
        output: { ...dto.written, step: z.string().nullable() },
        final: way === 'undo' ? 'RedoInEditor makes the step again.' : 'UndoInEditor takes the step back.',
        prepare,
        question: (_, { before }) =>
          `${way === 'undo' ? 'Undo' : 'Redo'} "${stepOf(before, way)}" in the editor?`,
        plan: (_, { before }) => ({
          before: stepsOf(before),
          after: null,
          more: { step: stepOf(before, way) },
          // The editor makes the step again.
          isLarge: false,
          items: whole('overwrites', `what the step "${stepOf(before, way)}" of the editor changed`),
        }),
        run: async (_, write, __, { before }) => {
          const { step } = await call(write, way === 'undo' ? 'editor.undo' : 'editor.redo', {});
          return { ok: true, step, ...write.wrote(stepsOf(before), stepsOf(await state())) };
        },
      }),
    ),
  ];
}

type Editor = ReturnType<typeof editorOf>;

function editorOf({
  scene,
  openScenes,
  unsaved,
  playing,
  selection,
  undo,
  redo,
  busy,
  dialog,
  stage,
}: EditorInfo) {
  return {
    Scene: scene,
    OpenScenes: openScenes,
    Unsaved: unsaved,
    Playing: playing,
    Selection: selection,
    Undo: undo,
    Redo: redo,
    ...(busy !== null && { Busy: busy }),
    ...(dialog !== null && { Dialog: dialog }),
    ...(stage !== null && { Stage: stage }),
  };
}

function stepOf({ Undo, Redo }: Editor, way: 'undo' | 'redo'): string | null {
  return way === 'undo' ? Undo : Redo;
}

function stepsOf({ Undo, Redo }: Editor): object {
  return { Undo, Redo };
}

/** An engine that is a game has no editor. */
async function inEditor<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'Unsupported') throw thrown;
    throw new WorldError(
      'Unsupported',
      thrown.message,
      'Link an editor: start the editor of the project with the Worldwire plugin. docs/links.md has the steps.',
    );
  }
}
