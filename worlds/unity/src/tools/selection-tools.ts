import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm, objectId } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Clip } from '../state/clipboard.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

/** Characters of a clipboard text. The journal keeps the text before each write, for undo. */
const MAX_TEXT = 16_384;
const MAX_NAME = 256;

/** The selection and the clipboard, which all clients share. */
export function selectionTools({ kit, scene, explorer, selection, clipboard }: ToolParts): readonly Tool[] {
  const put = async (write: Write, clip: Clip | undefined) => {
    const before = await explorer.clipboard();
    const clipBefore = clipboard.clip;
    clipboard.set(clip);
    const after = clipboard.snapshot;
    const values = write.wrote(before, after, {
      restores: { clipboard: clipBefore ?? null },
      changed: async () => clipboard.clip !== clip,
      restore: async () => {
        if (clipBefore?.kind === 'object' && !(await scene.has(clipBefore.id))) {
          throw new WorldError(
            'Conflict',
            `${clipBefore.id}, which was in the clipboard before, does not exist any more.`,
          );
        }
        const found = clipboard.snapshot;
        clipboard.set(clipBefore);
        return { before: found, after: clipboard.snapshot };
      },
    });
    return { ok: true, ...values };
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
      title: 'Select an object',
      description: 'Adds an object to the selection and makes it the active one.',
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
      run: ({ text }, write) => put(write, { kind: 'text', text }),
    }),
    kit.writing({
      name: 'SetClipboardObject',
      title: 'Put an object into the clipboard',
      description: 'Puts an object into the clipboard. It leaves the clipboard when it is destroyed.',
      idempotent: true,
      input: z.object({ objectId, confirm }),
      output: dto.written,
      run: async ({ objectId: id }, write) => {
        const { name } = await scene.call('object.get', { id });
        return put(write, { kind: 'object', id, name: cutText(name, MAX_NAME) });
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
