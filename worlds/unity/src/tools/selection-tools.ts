import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { cut } from '../dto/cut.js';
import { confirm, objectId } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Clip } from '../state/clipboard.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

/** Of a text in the clipboard. What was there before is kept for each write that can be undone. */
const MAX_TEXT = 16_384;
const MAX_NAME = 256;

/** The selection and the clipboard: what clients point at together. */
export function selectionTools({ kit, scene, explorer, selection, clipboard }: ToolParts): readonly Tool[] {
  const put = async (write: Write, clip: Clip | undefined) => {
    const before = await explorer.clipboard();
    const held = clipboard.clip;
    clipboard.set(clip);
    const after = clipboard.snapshot;
    const values = write.wrote(before, after, {
      restores: { clipboard: held ?? null },
      changed: async () => clipboard.clip !== clip,
      restore: async () => {
        if (held?.kind === 'object' && !(await scene.has(held.id))) {
          throw new WorldError('Conflict', `${held.id}, which was in the clipboard before, is gone.`);
        }
        const found = clipboard.snapshot;
        clipboard.set(held);
        return { before: found, after: clipboard.snapshot };
      },
    });
    return { ok: true, ...values };
  };
  return [
    kit.reading({
      name: 'GetSelection',
      title: 'Selection',
      description: 'Gives the ids of the inspected objects, and of the one looked at.',
      output: dto.selection,
      run: () => explorer.selection(),
    }),
    kit.writing({
      name: 'SelectObject',
      title: 'Select an object',
      description: 'Opens an object for inspection and makes it the active one.',
      idempotent: true,
      unconfirmed: true,
      input: z.object({ objectId }),
      output: dto.written,
      run: async ({ objectId: id }, write) => {
        await scene.call('object.get', { id });
        const before = await explorer.selection();
        selection.select(id);
        const after = selection.snapshot;
        const values = write.wrote(before, after, {
          restores: before,
          changed: async () => JSON.stringify(await explorer.selection()) !== JSON.stringify(after),
          restore: async () => {
            selection.restore(before);
            return { before: after, after: await explorer.selection() };
          },
        });
        return { ok: true, ...values };
      },
    }),
    kit.reading({
      name: 'GetClipboard',
      title: 'Clipboard',
      description: 'Gives what is in the clipboard: its type, the beginning of it, and the id of an object.',
      output: dto.clipboard,
      run: () => explorer.clipboard(),
    }),
    kit.writing({
      name: 'SetClipboardText',
      title: 'Put a text into the clipboard',
      description: 'Puts a text into the clipboard.',
      idempotent: true,
      input: z.object({ text: z.string().max(MAX_TEXT), confirm }),
      output: dto.written,
      run: ({ text }, write) => put(write, { kind: 'text', text }),
    }),
    kit.writing({
      name: 'SetClipboardObject',
      title: 'Put an object into the clipboard',
      description: 'Puts an object into the clipboard, for as long as it lives.',
      idempotent: true,
      input: z.object({ objectId, confirm }),
      output: dto.written,
      run: async ({ objectId: id }, write) => {
        const { name } = await scene.call('object.get', { id });
        return put(write, { kind: 'object', id, name: cut(name, MAX_NAME) });
      },
    }),
    kit.writing({
      name: 'ClearClipboard',
      title: 'Empty the clipboard',
      description: 'Empties the clipboard.',
      destructive: true,
      idempotent: true,
      input: z.object({ confirm }),
      output: dto.written,
      run: (_, write) => put(write, undefined),
    }),
  ];
}
