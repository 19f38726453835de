import type { TimeInfo } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { isNear } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Undo } from '../writes/journal.js';
import { requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

const MAX_SCALE = 4;

export function timeTools({ kit, scene, explorer }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'GetTimeScale',
      title: 'Time scale',
      description:
        'Returns the time scale of the scene (0 stops it), whether it is locked, and `paused` if the game has paused itself.',
      output: dto.time,
      run: () => explorer.time(),
    }),
    kit.writing({
      name: 'SetTimeScale',
      title: 'Set the time scale',
      description: `Sets the time scale, clamped to 0 to ${MAX_SCALE}. With lock the scene itself cannot change it.`,
      idempotent: true,
      input: z.object({ value: z.number(), lock: z.boolean().optional(), confirm }),
      output: { ...dto.written, value: z.number(), locked: z.boolean() },
      run: async ({ value, lock = false }, write) => {
        const found = await write.call('time.set', { scale: value, lock });
        const after = timeOf(found.after);
        const before = timeOf(found.before);
        const undo: Undo = {
          restores: before,
          changed: async () => !sameTime(timeOf(await scene.call('time.get', {})), after),
          restore: async undoing => {
            const params = { scale: before.value, lock: before.locked };
            const back = await undoing.call('time.set', params);
            const restored = { before: timeOf(back.before), after: timeOf(back.after) };
            requireReadBack('the time scale', sameTime(restored.after, before), {
              asked: before,
              ...restored,
            });
            return restored;
          },
        };
        const wanted = { value: Math.min(Math.max(value, 0), MAX_SCALE), locked: lock };
        const values = { asked: wanted, before, after };
        return { ...after, ...write.done('the time scale', sameTime(after, wanted), values, undo) };
      },
    }),
  ];
}

interface Time {
  readonly value: number;
  readonly locked: boolean;
}

function timeOf({ scale, locked }: TimeInfo): Time {
  return { value: scale, locked };
}

function sameTime(a: Time, b: Time): boolean {
  return isNear(a.value, b.value) && a.locked === b.locked;
}
