import type { InputSpan, InputStep, PadAxis, PadButton } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { didYouMean } from '@worldwire/server/kit';
import { z } from 'zod';
import { objectId } from '../dto/inputs.js';
import { keyCode } from './key-names.js';
import type { Place } from './screen-place.js';

export const MAX_STEPS = 1_000;
const MAX_TEXT = 1_000;
/** A game may draw fewer frames in a second than this, and then waits longer. */
const SLOW_FRAME_MS = 50;

const MOUSE_BUTTONS = ['left', 'right', 'middle'] as const;
const PAD_BUTTONS: readonly PadButton[] = [
  ...(['south', 'east', 'west', 'north', 'left-shoulder', 'right-shoulder', 'left-stick'] as const),
  ...(['right-stick', 'back', 'start', 'guide', 'up', 'down', 'left', 'right'] as const),
];
const AXES: readonly PadAxis[] = ['left-x', 'left-y', 'right-x', 'right-y', 'left-trigger', 'right-trigger'];

const KIND_NAMES = [
  ...(['key', 'text', 'move', 'button', 'scroll', 'pad', 'axis', 'touch', 'action'] as const),
  'release-all',
] as const;
type Kind = (typeof KIND_NAMES)[number];

const span = z
  .strictObject({
    frames: z.int().min(0).max(3_600).optional(),
    ms: z.number().min(0).max(60_000).optional(),
  })
  .refine(({ frames, ms }) => (frames === undefined) !== (ms === undefined), 'needs frames or ms, not both');
const device = z.int().min(0).max(15).optional();

/** One form for all kinds: a schema with ten forms would be several times as long in tools/list. */
export const inputStep = z.strictObject({
  kind: z.enum(KIND_NAMES),
  key: z.string().min(1).max(40).optional().describe('W, Space, Left, Shift, F1 …'),
  text: z.string().min(1).max(MAX_TEXT).optional().describe('Typed into the focus.'),
  action: z.string().min(1).max(200).optional().describe('Of ListInputActions.'),
  on: objectId.optional().describe('A control or a seen object, instead of x and y.'),
  x: z
    .number()
    .optional()
    .describe('Pixels as in ListControls; with normalized 0 to 1, as a part of a Screenshot.'),
  y: z.number().optional(),
  normalized: z.boolean().optional(),
  relative: z.boolean().optional(),
  button: z.string().max(40).optional().describe('left, right, middle; of a pad: south, start, up …'),
  count: z.int().min(1).max(3).optional().describe('2: double click.'),
  dx: z.number().optional(),
  dy: z.number().optional(),
  axis: z.string().max(40).optional().describe('left-x, left-y, right-x, left-trigger …'),
  value: z.number().min(-1).max(1).optional(),
  device,
  finger: z.int().min(0).max(9).optional(),
  strength: z.number().min(0).max(1).optional(),
  phase: z.enum(['press', 'release', 'tap', 'move']).optional().describe('Default tap.'),
  hold: span.optional().describe('Of a tap. Default 1 frame.'),
  at: span.optional().describe('From the start. Default: after the step before.'),
});

export type GivenStep = z.output<typeof inputStep>;
type Field = Exclude<keyof typeof inputStep.shape, 'kind' | 'at'>;

const POINTED = ['x', 'y', 'normalized', 'on'] as const;

/** The fields of each kind: those that it needs, and those that it takes besides `at`. */
const KINDS: Readonly<Record<Kind, { readonly needs: readonly Field[]; readonly takes: readonly Field[] }>> =
  {
    key: { needs: ['key'], takes: ['phase', 'hold'] },
    text: { needs: ['text'], takes: [] },
    move: { needs: [], takes: [...POINTED, 'relative'] },
    button: { needs: [], takes: [...POINTED, 'button', 'count', 'phase', 'hold'] },
    scroll: { needs: [], takes: [...POINTED, 'dx', 'dy'] },
    pad: { needs: ['button'], takes: ['device', 'phase', 'hold'] },
    axis: { needs: ['axis', 'value'], takes: ['device'] },
    touch: { needs: [], takes: [...POINTED, 'finger', 'phase', 'hold'] },
    action: { needs: ['action'], takes: ['strength', 'phase', 'hold'] },
    'release-all': { needs: [], takes: [] },
  };

/** The place of an object. */
export type PlaceOf = (objectId: string) => Promise<Place>;

/** Steps as the engine takes them. An error names the step. */
export async function engineSteps(steps: readonly GivenStep[], placeOf: PlaceOf): Promise<InputStep[]> {
  const made: InputStep[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      made.push(await engineStep(step, placeOf));
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      throw new WorldError(thrown.kind, `steps[${index}] (${step.kind}): ${thrown.message}`, thrown.hint);
    }
  }
  return made;
}

/** How long a sequence takes at most, in milliseconds, in a game that draws 20 frames in a second. */
export function longestMs(steps: readonly Pick<GivenStep, 'at' | 'hold'>[]): number {
  let [end, latest] = [0, 0];
  for (const { at, hold } of steps) {
    const start = at === undefined ? end + SLOW_FRAME_MS : spanMs(at);
    end = start + (hold === undefined ? SLOW_FRAME_MS : spanMs(hold));
    latest = Math.max(latest, end);
  }
  return latest;
}

function spanMs(span: { frames?: number | undefined; ms?: number | undefined }): number {
  return span.ms ?? (span.frames ?? 0) * SLOW_FRAME_MS;
}

async function engineStep(step: GivenStep, placeOf: PlaceOf): Promise<InputStep> {
  requireFields(step);
  const { kind, on, hold, at, key, ...rest } = step;
  const spans = {
    ...(hold !== undefined && { hold: spanOf(hold) }),
    ...(at !== undefined && { at: spanOf(at) }),
  };
  const place = on === undefined ? {} : await placeOf(on);
  const known = key === undefined ? {} : { key: keyCode(key) };
  return { kind, ...without(rest), ...known, ...place, ...spans } as InputStep;
}

function requireFields(step: GivenStep): void {
  const { kind, button, axis, phase, x, y, on } = step;
  const { needs, takes } = KINDS[kind];
  const fields = (Object.keys(step) as (keyof GivenStep)[]).filter(
    (name): name is Field => name !== 'kind' && name !== 'at' && step[name] !== undefined,
  );
  const missing = needs.filter(name => step[name] === undefined);
  const known = [...needs, ...takes];
  const surplus = fields.filter(name => !known.includes(name));
  if (missing.length > 0 || surplus.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`it needs ${missing.join(' and ')}`] : []),
      ...(surplus.length > 0 ? [`it does not take ${surplus.join(' and ')}`] : []),
    ];
    const fits = known.length === 0 ? 'only at' : `${known.join(', ')} and at`;
    throw new WorldError('InvalidArgument', `${parts.join(', and ')}.`, `Kind "${kind}" takes ${fits}.`);
  }
  if (on !== undefined && (x !== undefined || y !== undefined)) {
    throw new WorldError('InvalidArgument', 'on and x, y exclude each other.', 'Leave x and y out.');
  }
  const isPointed = kind === 'move' || kind === 'touch';
  if ((x === undefined) !== (y === undefined) || (isPointed && x === undefined && on === undefined)) {
    throw new WorldError(
      'InvalidArgument',
      'a place needs x and y.',
      'Send both, or `on` with the id of a control.',
    );
  }
  if (phase === 'move' && kind !== 'touch') {
    throw new WorldError(
      'InvalidArgument',
      'phase "move" is of kind "touch".',
      'Use kind "move" for the pointer.',
    );
  }
  if (button !== undefined) requireOneOf('button', button, kind === 'pad' ? PAD_BUTTONS : MOUSE_BUTTONS);
  if (axis !== undefined) requireOneOf('axis', axis, AXES);
}

function requireOneOf(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return;
  const hint = `${didYouMean(given, known)}`.trim();
  const all = `There are ${known.join(', ')}.`;
  throw new WorldError(
    'InvalidArgument',
    `there is no ${what} "${given}".`,
    hint === '' ? all : `${hint} ${all}`,
  );
}

function spanOf({ frames, ms }: { frames?: number | undefined; ms?: number | undefined }): InputSpan {
  return frames === undefined ? { ms: ms as number } : { frames };
}

function without<Fields extends object>(fields: Fields): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
