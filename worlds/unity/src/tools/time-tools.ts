import type { TimeInfo } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { near, requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

const FASTEST = 4;

export function timeTools({ kit, scene, explorer }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'GetTimeScale',
      title: 'Speed of time',
      description:
        'Says how fast time passes in the scene, 0 where it stands still, whether that is locked, and `paused` where the game has paused itself.',
      output: dto.time,
      run: () => explorer.time(),
    }),
    kit.writing({
      name: 'SetTimeScale',
      title: 'Set the speed of time',
      description: `Sets how fast time passes, clamped to 0 to ${FASTEST}. With lock the scene itself cannot change it.`,
      idempotent: true,
      input: z.object({ value: z.number(), lock: z.boolean().optional(), confirm }),
      output: { ...dto.written, value: z.number(), locked: z.boolean() },
      run: async ({ value, lock = false }, write) => {
        const found = await write.call('time.set', { scale: value, lock });
        const after = timeOf(found.after);
        const before = timeOf(found.before);
        const values = write.wrote(before, after, {
          restores: before,
          changed: async () => !sameTime(timeOf(await scene.call('time.get', {})), after),
          restore: async undoing => {
            const params = { scale: before.value, lock: before.locked };
            const back = await undoing.call('time.set', params);
            const restored = { before: timeOf(back.before), after: timeOf(back.after) };
            requireReadBack('The speed of time', sameTime(restored.after, before), restored);
            return restored;
          },
        });
        const wanted = { value: Math.min(Math.max(value, 0), FASTEST), locked: lock };
        requireReadBack('The speed of time', sameTime(after, wanted), values);
        return { ok: true, ...after, ...values };
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
  return near(a.value, b.value) && a.locked === b.locked;
}
