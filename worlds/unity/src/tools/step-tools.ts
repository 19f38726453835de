import type { TimeInfo, WaitOutcome } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { short } from '../dto/cards.js';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { conditionInputs, engineConditions, type GivenCondition, statesOf } from '../play/conditions.js';
import { withProgress } from '../play/progress.js';
import { changed, whole } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

const MAX_FRAMES = 600;
const MAX_WAIT_S = 60;
const DEFAULT_WAIT_S = 10;
const SECOND_MS = 1_000;
/** For the answer, beyond the wait itself. */
const MORE_MS = 10_000;
/** Of a slow game. */
const FRAME_MS = 100;

export function stepTools({ kit, scene, places }: ToolParts): readonly Tool[] {
  const now = async () => pauseOf(await scene.call('time.get', {}));
  const stepOf = kit.restores<object, Pause>({
    name: 'pause',
    what: () => 'the pause of the scene',
    once: 'a scene that runs has no frame to go back to. StepScene pauses it again.',
    read: now,
    same: (a, b) => a.paused === b.paused,
    set: async (undoing, { value, locked }) => {
      await undoing.call('time.set', { scale: value, lock: locked });
      return undefined;
    },
  });
  return [
    kit.writing({
      name: 'StepScene',
      title: 'Step the scene',
      description:
        'Pauses the scene and runs it for some frames, or until conditions hold. It stays paused; SetTimeScale resumes it.',
      input: z.object({
        frames: z.int().min(1).max(MAX_FRAMES).default(1).describe('At most, with until.'),
        until: conditionInputs.conditions.optional(),
        any: conditionInputs.any,
        confirm,
      }),
      output: dto.stepped,
      waits: true,
      prepare: async ({ until, any }) => ({
        until: until === undefined ? undefined : await engineConditions(scene, until, any),
        before: await now(),
      }),
      final: (_, { before }) => (stands(before) ? STOOD : undefined),
      question: ({ frames }) => `Pause the scene and run ${frames} ${frames === 1 ? 'frame' : 'frames'}?`,
      plan: ({ frames }, { before }) => ({
        before,
        after: { ...before, paused: true },
        more: { note: 'The state after the frames is not known before they run.' },
        covers: before.paused,
        items: [
          ...whole('changes', `the scene by ${frames === 1 ? '1 frame' : `${frames} frames`}`),
          ...changed('whether the scene is paused', before.paused, true, 'changes'),
        ],
      }),
      run: async ({ frames, until: given = [] }, write, context, { until, before }) => {
        const ms = frames * FRAME_MS;
        const params = { frames, ...(until !== undefined && { until }) };
        const stepped = places.steps.run(context.principal, () =>
          write.call('time.step', params, ms + MORE_MS),
        );
        const outcome = await withProgress(context, { ms, message: 'The scene is stepped.' }, stepped);
        const after = await now();
        const undo = stepOf({}, { from: after, to: before });
        write.wrote(before, after, stands(before) ? undefined : undo);
        return { ok: true, ...outcomeOf(outcome, given), before, after };
      },
    }),
    kit.reading({
      name: 'WaitUntil',
      title: 'Wait until conditions hold',
      description:
        'Waits until conditions hold in the same frame, and returns the values. met is false if the time was over. The scene must run.',
      input: z.object({
        ...conditionInputs,
        seconds: z.number().min(0.05).max(MAX_WAIT_S).default(DEFAULT_WAIT_S).describe('At most.'),
      }),
      output: dto.waited,
      run: async ({ conditions: given, any, seconds }, context) => {
        const conditions = await engineConditions(scene, given, any);
        const timeoutMs = seconds * SECOND_MS;
        const waiting = places.waits.run(context.principal, () =>
          scene.call(
            'time.wait',
            { ...conditions, timeoutMs },
            { deadline: timeoutMs + MORE_MS, signal: context.signal },
          ),
        );
        const message = 'The conditions do not hold yet.';
        return {
          ok: true,
          ...outcomeOf(
            await context.waiting(withProgress(context, { ms: timeoutMs, message }, waiting)),
            given,
          ),
        };
      },
    }),
  ];
}

const STOOD = 'the scene did not run before, and frames do not run back.';

function stands({ paused, value }: Pause): boolean {
  return paused || value === 0;
}

interface Pause {
  readonly paused: boolean;
  readonly value: number;
  readonly locked: boolean;
  readonly frame: number;
  readonly time: number;
}

function pauseOf({ paused = false, scale, locked, frame, time }: TimeInfo): Pause {
  return { paused, value: scale, locked, frame, time: short(time) };
}

function outcomeOf(
  { met, frame, time, frames, states }: WaitOutcome,
  given: readonly GivenCondition[],
): object {
  return {
    ...(given.length > 0 && { met, conditions: statesOf(given, states) }),
    frame,
    time: short(time),
    frames,
  };
}
