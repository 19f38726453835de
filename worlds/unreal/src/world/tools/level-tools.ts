import type { PlannedItem, Tool } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import { z } from 'zod';
import { actorPath, packageOf, packagePath } from '../../port/given-path.js';
import { nameOf } from '../../port/unreal-paths.js';
import type { WriteCall, WritePlan } from '../../port/write-plan.js';
import { EDITOR_STATE, urisOf } from '../resources/uris.js';
import { readBackDiffers } from '../state/read-back.js';
import { isSameState } from '../state/undo-state.js';
import { undoOf } from '../state/undo-step.js';
import * as inputs from './inputs.js';
import { changed, json, planOf } from './planned-writes.js';
import { type ToolParts, writeTool } from './tool-kit.js';
import * as outputs from './write-outputs.js';

const MAX_SELECTED = 500;
/** Characters of each list in an answer. */
const MAX_LIST = 8_000;

/** Tools that change the selection or the open level. */
export function levelTools({ writes }: ToolParts): readonly Tool[] {
  return [
    writeTool(writes, {
      name: 'select_actors',
      title: 'Select actors',
      description: 'Selects exactly these actors in the editor. An empty list clears the selection.',
      destructive: false,
      idempotent: true,
      input: z.object({ paths: z.array(inputs.actorPath).max(MAX_SELECTED) }),
      output: outputs.written,
      prepare: ({ paths: given }) => {
        const call = {
          write: 'selection.set',
          params: { paths: given.map(actorPath) },
        } as const satisfies WriteCall;
        return {
          call,
          plan: async (target, found) => {
            const plan = await planOf(target, call, undefined, found);
            const lists = { before: plan.before as string[], after: plan.after as string[] };
            return { ...plan, answer: { ...plan.answer, ...fittedLists(lists) } };
          },
          run: async target => {
            const { before, after } = await target.call(call.write, call.params);
            const lists = { before: [...before], after: [...after] };
            if (!isSameState(call, [...call.params.paths], lists.after)) {
              const { before: found, after: left } = fittedLists(lists);
              throw readBackDiffers(target.provenance, [...call.params.paths], json(found), json(left));
            }
            const result = changed(lists.before, lists.after, undoOf(call, lists), [EDITOR_STATE]);
            return { ...result, answer: fittedLists(lists) };
          },
        };
      },
    }),
    writeTool(writes, {
      name: 'open_level',
      title: 'Open a level',
      description:
        'Opens a level in the editor and closes the open one. If unsaved changes may be lost, a person is asked, or the digest of a dry run is needed.',
      idempotent: true,
      input: z.object({
        path: z.string().min(1).max(2_000).describe('Path of the level, such as "/Game/Maps/Hall".'),
      }),
      output: outputs.written,
      prepare: ({ path: given }) => {
        const path = packagePath(given);
        const call = { write: 'level.open', params: { path } } as const satisfies WriteCall;
        return {
          call,
          needsPlan: true,
          plan: async target => {
            const plan = await planOf(target, call, ({ unsaved = [] }) =>
              unsaved.length > 0 ? { unsaved: [...unsaved] } : {},
            );
            const question = openQuestion(plan.source);
            if (question === undefined) return plan;
            return { ...plan, question, items: [...plan.items, UNSAVED] };
          },
          run: async target => {
            const { before, after } = await target.call(call.write, call.params);
            if (after === null || packageOf(after).toLowerCase() !== path.toLowerCase()) {
              throw readBackDiffers(target.provenance, path, before, after);
            }
            const touched = [EDITOR_STATE, ...[before, after].flatMap(level => (level ? urisOf(level) : []))];
            return changed(before, after, undoOf(call, { before, after }), touched);
          },
        };
      },
    }),
  ];
}

/** What may be lost where `openQuestion` has a question. */
export const UNSAVED: PlannedItem = { what: 'removes', subject: 'unsaved changes of the open level' };

/** Undefined where the source knows that no change is unsaved. */
export function openQuestion({ before, after, unsaved }: WritePlan): string | undefined {
  if (unsaved?.length === 0) return undefined;
  const closed =
    typeof before === 'string' ? `the open level ${nameOf(packageOf(before))}` : 'the open level';
  const lost = unsaved === undefined ? closed : unsaved.map(level => nameOf(level)).join(', ');
  return `Open the level ${nameOf(String(after))} (${after})? Unsaved changes of ${lost} may be lost.`;
}

function fittedLists({ before, after }: { readonly before: string[]; readonly after: string[] }) {
  const [found, left] = [before, after].map(list => [...fitItems(list, { max: MAX_LIST })]) as [
    string[],
    string[],
  ];
  const missing = before.length + after.length - found.length - left.length;
  const note = `${missing} paths are left out: before had ${before.length}, after has ${after.length}.`;
  return { before: found, after: left, ...(missing > 0 && { note }) };
}
