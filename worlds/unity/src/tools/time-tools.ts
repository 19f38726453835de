import type { TimeInfo } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { isNear } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { changed } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

const MAX_SCALE = 4;

export function timeTools({ kit, scene, explorer }: ToolParts): readonly Tool[] {
  const now = async () => timeOf(await scene.call('time.get', {}));
  const stepOf = kit.restores<object, Time>({
    name: 'time scale',
    what: () => 'the time scale',
    read: now,
    same: sameTime,
    set: async (undoing, { value, locked }) => {
      await undoing.call('time.set', { scale: value, lock: locked });
      return undefined;
    },
  });
  return [
    kit.reading({
      name: 'GetTimeScale',
      title: 'Time scale',
      description:
        'Returns the time scale (0 stops the scene), whether it is locked, and `paused` if the game has paused itself.',
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
      question: args => {
        const { value, locked } = wantedTime(args);
        return `Set the time scale to ${value}${locked ? ' and lock it' : ''}?`;
      },
      plan: async args => {
        const wanted = wantedTime(args);
        const before = await now();
        return { before, after: wanted, more: wanted, items: changed('the time scale', before, wanted) };
      },
      run: async (args, write) => {
        const found = await write.call('time.set', { scale: args.value, lock: args.lock ?? false });
        const [before, after] = [timeOf(found.before), timeOf(found.after)];
        const undo = stepOf({}, { from: after, to: before });
        const asked = wantedTime(args);
        const values = { asked, before, after };
        return { ...after, ...write.done('the time scale', sameTime(after, asked), values, undo) };
      },
    }),
  ];
}

interface Time {
  readonly value: number;
  readonly locked: boolean;
}

function wantedTime({ value, lock = false }: { value: number; lock?: boolean | undefined }): Time {
  return { value: Math.min(Math.max(value, 0), MAX_SCALE), locked: lock };
}

function timeOf({ scale, locked }: TimeInfo): Time {
  return { value: scale, locked };
}

function sameTime(a: Time, b: Time): boolean {
  return isNear(a.value, b.value) && a.locked === b.locked;
}
