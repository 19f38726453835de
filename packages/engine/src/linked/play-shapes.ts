import type { ConditionState, WaitOutcome } from '../port/conditions.js';
import type { InputAction, InputOutcome, InputReceipt, InputRecording, InputStep } from '../port/input.js';
import type { ProfileInfo, ScriptTime, Spread } from '../port/profile.js';
import { reference, value } from './common-shapes.js';
import { count, flag, listOf, number, optional, record, type Shape, text } from './shape.js';

const MAX_STEPS = 1000;
const MAX_SAMPLES = 600;
const MAX_SCRIPTS = 20;
const MAX_MISSING = 100;

const receipt = record<InputReceipt>({
  frame: count,
  receivedBy: listOf(reference),
  actions: optional(listOf(text)),
  note: optional(text),
});

export const inputOutcome = record<InputOutcome>({
  steps: listOf(receipt, MAX_STEPS),
  frames: record<InputOutcome['frames']>({ before: count, after: count }),
  held: listOf(text),
});

export const inputAction = record<InputAction>({ name: text, bindings: listOf(text) });

export const inputRecording = record<InputRecording>({
  recording: flag,
  // A step that is wrong is refused when it is sent again.
  steps: listOf(record<{ kind: string }>({ kind: text }) as Shape<InputStep>, MAX_STEPS),
  frames: count,
  dropped: count,
});

export const waitOutcome = record<WaitOutcome>({
  met: flag,
  frame: count,
  time: number,
  frames: count,
  states: listOf(record<ConditionState>({ holds: flag, value: optional(value) })),
});

const spread = record<Spread>({
  min: number,
  mean: number,
  p50: number,
  p95: number,
  p99: number,
  max: number,
});
const scriptTime = record<ScriptTime>({ name: text, calls: count, selfMs: number, totalMs: number });

export const profile = record<ProfileInfo>({
  seconds: number,
  frames: count,
  frameMs: spread,
  samples: listOf(number, MAX_SAMPLES),
  processMs: optional(spread),
  physicsMs: optional(spread),
  drawCalls: optional(count),
  triangles: optional(count),
  objects: optional(count),
  memoryBytes: optional(count),
  videoMemoryBytes: optional(count),
  garbageBytes: optional(count),
  collections: optional(count),
  scripts: optional(listOf(scriptTime, MAX_SCRIPTS)),
  missing: listOf(record<ProfileInfo['missing'][number]>({ field: text, reason: text }), MAX_MISSING),
});
