import type { InputOutcome, InputReceipt, InputStep } from '@worldwire/engine';
import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm, pages } from '../dto/inputs.js';
import { fitting, pageOf } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { engineSteps, type GivenStep, inputStep, longestMs, MAX_STEPS } from '../play/input-steps.js';
import { withProgress } from '../play/progress.js';
import { Recordings } from '../play/recordings.js';
import { placeOnScreen } from '../play/screen-place.js';
import type { Scene } from '../scene/scene.js';
import { whole } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

/** For the answer, beyond the length of the sequence. */
const MORE_MS = 10_000;
const MAX_SEQUENCE_MS = 60_000;
const MAX_SHOWN = 5;
const MAX_PATH = 200;
/** Names of held keys and buttons in an answer. */
const MAX_HELD = 100;
const MAX_HELD_NAME = 60;
/** Receivers and actions of a step in an answer. */
const MAX_RECEIVERS = 20;
/** With these the engine has played nothing, or has ended the sequence itself: a further release would end sequences of others. */
const NOT_UNDER_WAY = ['InvalidArgument', 'NotFound', 'Unsupported', 'NotReady', 'Internal'];
const RELEASE: readonly InputStep[] = [{ kind: 'release-all' }];

const recordingName = z.string().regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, "_" and "-"');

export function inputTools({ kit, scene, places }: ToolParts): readonly Tool[] {
  const recordings = new Recordings();
  const wanted = async ({ steps, recording }: Wanted, principal: string): Promise<readonly InputStep[]> => {
    if ((steps === undefined) === (recording === undefined)) {
      throw new WorldError(
        'InvalidArgument',
        'It needs steps or recording, and not both.',
        'For example {"steps":[{"kind":"key","key":"W","hold":{"frames":30}}]}.',
      );
    }
    return steps === undefined
      ? recordings.get(recording as string)
      : engineSteps(steps, id => places.pictures.run(principal, () => placeOnScreen(scene, id)));
  };
  return [
    kit.writing({
      name: 'SendInput',
      title: 'Play input',
      description:
        'Plays keys, pointer, pad, touch, text or actions into the game, as a player does. The answer says for each step who received it, and what is still held.',
      input: z.object({
        steps: z.array(inputStep).min(1).max(MAX_STEPS).optional(),
        recording: recordingName.optional().describe('Name of a recording, instead of steps.'),
        confirm,
      }),
      output: dto.inputSent,
      waits: true,
      final: 'input cannot be undone.',
      prepare: async (args, { principal }) => ({ steps: await wanted(args, principal) }),
      question: (_, { steps }) => `Send ${steps.length} steps of input (${shownSteps(steps)})?`,
      shows: ({ steps }) => ({ steps }),
      plan: async (_, { steps }) => {
        const { steps: receipts } = await scene.call('input.send', { steps, dryRun: true });
        // Without frames, which go on.
        const would = receipts
          .slice(0, MAX_SHOWN)
          .map(receiptOf)
          .map(({ frame: _, ...rest }) => rest);
        const more = { steps: would, note: 'The effect of input is not known before it is played.' };
        return { before: null, after: null, more };
      },
      run: async (_, write, context, { steps }) => {
        const ms = Math.min(longestMs(steps as readonly GivenStep[]), MAX_SEQUENCE_MS);
        const play = () => write.call('input.send', { steps }, ms + MORE_MS);
        // What releases all is over in one frame, and must work when all sequences are in use.
        const sent = isRelease(steps) ? play() : places.inputs.run(context.principal, play);
        const outcome = await releasing(scene, () =>
          withProgress(context, { ms, message: 'The input is played.' }, sent),
        );
        write.wrote({ frame: outcome.frames.before }, { frame: outcome.frames.after, held: heldOf(outcome) });
        return { ok: true, ...sentOf(outcome, context.answerBytes) };
      },
    }),
    kit.reading({
      name: 'ListInputActions',
      title: 'Actions of the input map',
      description: "Lists the actions of the game's input map, and what triggers them.",
      input: pages,
      output: dto.pageShape(dto.inputAction),
      run: async (paging, { answerBytes }) => {
        const { total, items } = await scene.call('input.actions', { ...paging });
        const actions = items.map(({ name, bindings }) => ({ Name: name, Bindings: bindings }));
        return pageOf(total, actions, paging, answerBytes);
      },
    }),
    // Needs the access of a write: it reads what a person types, and one recording serves all clients.
    kit.writing({
      name: 'RecordInput',
      title: 'Record input',
      description:
        'Records the input of players and of SendInput. stop returns the steps, which SendInput plays again, and keeps them under the name of start or of stop.',
      unconfirmed: true,
      input: z.object({ action: z.enum(['start', 'stop']), name: recordingName.optional() }),
      output: dto.inputRecorded,
      final: 'it changes nothing in the game.',
      plan: ({ action, name }) => {
        const isStart = action === 'start';
        const kept = recordings.planned(name);
        const items = isStart
          ? whole('changes', 'whether input is recorded')
          : whole(kept.isKnown ? 'overwrites' : 'adds', `the recording ${kept.name}`);
        return { before: null, after: { recording: isStart }, items };
      },
      run: async ({ action, name: given }, write, { answerBytes, principal }) => {
        const { recording, steps, frames, dropped } = await write.call('input.record', { action });
        const values = write.wrote(null, { recording });
        if (action === 'start') return { ok: true, recording, name: recordings.begin(given), ...values };
        const name = recordings.keep(given, steps, principal);
        const fits = fitting([...steps, ''], answerBytes).length > steps.length;
        return {
          ...{ ok: true, recording, name, frames, count: steps.length },
          ...(dropped > 0 && { dropped }),
          ...values,
          ...(fits
            ? { steps }
            : {
                note: `The steps exceed the size of an answer. SendInput {"recording":"${name}"} plays them.`,
              }),
        };
      },
    }),
  ];
}

interface Wanted {
  readonly steps?: readonly GivenStep[] | undefined;
  readonly recording?: string | undefined;
}

function isRelease(steps: readonly InputStep[]): boolean {
  return steps.length === 1 && steps[0]?.kind === 'release-all';
}

/** Ends a sequence that was cancelled or whose answer is overdue, and releases what it holds. */
async function releasing<Result>(scene: Scene, wait: () => Promise<Result>): Promise<Result> {
  // The reason of the caller matters more than a second failure.
  const release = () => scene.call('input.send', { steps: RELEASE }).catch(() => {});
  try {
    return await wait();
  } catch (thrown) {
    if (thrown instanceof WorldError && NOT_UNDER_WAY.includes(thrown.kind)) throw thrown;
    await release();
    throw thrown;
  }
}

function sentOf({ steps, frames, held: all }: InputOutcome, answerBytes: number): object {
  const held = heldOf({ held: all });
  const receipts = fitting(steps.map(receiptOf), answerBytes - JSON.stringify(held).length * 2);
  const isCut = receipts.length < steps.length;
  return {
    steps: receipts,
    ...(isCut && { stepsTotal: steps.length, truncated: true }),
    frames,
    held,
    ...(held.length < all.length && { heldTotal: all.length }),
  };
}

function heldOf({ held }: Pick<InputOutcome, 'held'>): readonly string[] {
  return held.slice(0, MAX_HELD).map(each => cutText(each, MAX_HELD_NAME));
}

function receiptOf({ frame, receivedBy, actions, note }: InputReceipt) {
  return {
    frame,
    receivedBy: receivedBy.slice(0, MAX_RECEIVERS).map(({ path }) => cutText(path, MAX_PATH)),
    ...(actions !== undefined &&
      actions.length > 0 && {
        actions: actions.slice(0, MAX_RECEIVERS).map(each => cutText(each, MAX_PATH)),
      }),
    ...(note !== undefined && { note: cutText(note, MAX_PATH) }),
  };
}

/** "key KeyW, button left" for a person, who sees all of it below. */
function shownSteps(steps: readonly InputStep[]): string {
  const shown = steps.slice(0, MAX_SHOWN).map(step => {
    if (step.kind === 'key') return `key ${step.key}`;
    if (step.kind === 'action') return `action ${cutText(step.action, 40)}`;
    return step.kind;
  });
  return `${shown.join(', ')}${steps.length > MAX_SHOWN ? ', …' : ''}`;
}
