import type { JsonValue } from '@worldwire/protocol';
import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm, objectId } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { type Clip, describedClip } from '../state/clipboard.js';
import type { SelectionDto } from '../state/selection.js';
import { changed, type Plan } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

/** Characters of a clipboard text. The journal keeps the text before each write, for undo. */
const MAX_TEXT = 16_384;
const MAX_NAME = 256;

/** The selection and the clipboard, which all clients share. */
export function selectionTools({ kit, scene, explorer, selection, clipboard }: ToolParts): readonly Tool[] {
  const selected = kit.restores<object, SelectionDto>({
    name: 'selection',
    what: () => 'the selection',
    read: () => explorer.selection(),
    set: async (_, value) => {
      selection.restore(value);
      return undefined;
    },
  });
  const copied = kit.restores<object, Clip | null>({
    name: 'clipboard',
    what: () => 'the clipboard',
    read: async () => clipboard.clip ?? null,
    set: async (_, value) => {
      if (value?.kind === 'object' && !(await scene.has(value.id))) {
        throw new WorldError(
          'Conflict',
          `${value.id}, which was in the clipboard before, does not exist any more.`,
          'Put something else into the clipboard with SetClipboardText or SetClipboardObject.',
        );
      }
      clipboard.set(value ?? undefined);
      return undefined;
    },
    show: clip => describedClip(clip ?? undefined),
  });
  const put = async (write: Write, clip: Clip | undefined) => {
    const before = await explorer.clipboard();
    const undo = copied({}, { from: clip ?? null, to: clipboard.clip ?? null });
    clipboard.set(clip);
    return { ok: true, ...write.wrote(before, clipboard.snapshot, undo) };
  };
  const planned = async (clip: Clip | undefined): Promise<Plan> => {
    const before = await explorer.clipboard();
    // Whole: answers have the beginning of a text.
    const [old, wanted] = [wholeOf(clipboard.clip), wholeOf(clip)];
    const items = changed('the clipboard', old, wanted);
    return { before, after: describedClip(clip), covers: [old, wanted], items };
  };
  const clipOf = async (id: string): Promise<Clip> => {
    const { name } = await scene.call('object.get', { id });
    return { kind: 'object', id, name: cutText(name, MAX_NAME) };
  };
  return [
    kit.reading({
      name: 'GetSelection',
      title: 'Selection',
      description: 'Returns the ids of the selected objects, and of the active one.',
      output: dto.selection,
      run: () => explorer.selection(),
    }),
    kit.writing({
      name: 'SelectObject',
      view: true,
      title: 'Select an object',
      description: 'Adds an object to the selection and makes it the active one.',
      idempotent: true,
      unconfirmed: true,
      input: z.object({ objectId }),
      output: dto.written,
      prepare: ({ objectId: id }) => scene.call('object.get', { id }),
      plan: async ({ objectId: id }) => {
        const [before, after] = [await explorer.selection(), selection.with(id)];
        return { before, after, items: changed('the selection', before, after, 'changes') };
      },
      run: async ({ objectId: id }, write) => {
        const before = await explorer.selection();
        selection.restore(selection.with(id));
        const undo = selected({}, { from: selection.snapshot, to: before });
        return { ok: true, ...write.wrote(before, selection.snapshot, undo) };
      },
    }),
    kit.reading({
      name: 'GetClipboard',
      title: 'Clipboard',
      description:
        'Returns the content of the clipboard: its type, a preview, and the id if it is an object.',
      output: dto.clipboard,
      run: () => explorer.clipboard(),
    }),
    kit.writing({
      name: 'SetClipboardText',
      title: 'Put text into the clipboard',
      description: 'Puts text into the clipboard.',
      idempotent: true,
      input: z.object({ text: z.string().max(MAX_TEXT), confirm }),
      output: dto.written,
      plan: ({ text }) => planned({ kind: 'text', text }),
      run: ({ text }, write) => put(write, { kind: 'text', text }),
    }),
    kit.writing({
      name: 'SetClipboardObject',
      title: 'Put an object into the clipboard',
      description: 'Puts an object into the clipboard. It leaves the clipboard when it is destroyed.',
      idempotent: true,
      input: z.object({ objectId, confirm }),
      output: dto.written,
      prepare: async ({ objectId: id }) => ({ clip: await clipOf(id) }),
      question: (_, { clip }) => `Put ${clip.kind === 'object' ? clip.name : 'a text'} into the clipboard?`,
      plan: (_, { clip }) => planned(clip),
      run: (_, write, __, { clip }) => put(write, clip),
    }),
    kit.writing({
      name: 'ClearClipboard',
      title: 'Empty the clipboard',
      description: 'Empties the clipboard.',
      destructive: true,
      idempotent: true,
      input: z.object({ confirm }),
      output: dto.written,
      plan: () => planned(undefined),
      run: (_, write) => put(write, undefined),
    }),
  ];
}

/** A clip for a person. null if there is none. */
function wholeOf(clip: Clip | undefined): JsonValue {
  if (clip === undefined) return null;
  return clip.kind === 'text' ? clip.text : `${clip.name} (${clip.id})`;
}
