import { z } from 'zod';

/** The schemas of answers, with the field names of the Unity document. */

const text = z.string();
const flag = z.boolean();
const texts = z.array(text);

export const vector3 = z.object({ X: z.number(), Y: z.number(), Z: z.number() });

export const status = {
  Version: text,
  UnityVersion: text,
  Platform: text,
  Runtime: text,
  ExplorerVersion: text,
  Ready: flag,
  ScenesLoaded: z.number(),
  Selection: texts,
};

export const version = { ExplorerVersion: text, McpVersion: text, UnityVersion: text, Runtime: text };

export const scene = { Id: text, Name: text, Index: z.number(), IsLoaded: flag, RootCount: z.number() };

export const buildScene = { Index: z.number(), Name: text, Path: text };

export const place = { Id: text, Path: text };
const placed = z.object(place);

/** `fields` of a call selects those of a card. */
export const objectCard = {
  Id: text,
  ...z
    .object({
      Name: text,
      Path: text,
      Tag: text,
      Layer: z.number(),
      Active: flag,
      ActiveInHierarchy: flag,
      ComponentCount: z.number(),
      Distance: z.number(),
      Position: vector3.nullable(),
      Velocity: vector3.nullable(),
      Speed: z.number().nullable(),
      AngularSpeed: z.number(),
      Bounds: z.object({ Min: vector3, Max: vector3 }).nullable(),
      Visible: flag.nullable(),
      VisibleCode: text,
      VisibleReason: text,
      VisibleCause: placed,
      CoveredBy: placed,
      Descendants: z.number().nullable(),
    })
    .partial().shape,
};

export const componentCard = { Type: text, Summary: text };

export const member = {
  Name: text,
  Kind: z.enum(['field', 'property', 'method']),
  Type: text,
  CanRead: flag,
  CanWrite: flag,
  Range: z.unknown().optional(),
  Choices: texts.optional(),
};

export const memberValue = {
  ok: flag,
  type: text,
  valueText: text,
  valueJson: z.unknown().optional(),
  range: z.unknown().optional(),
  choices: texts.optional(),
};

export const camera = { IsFreecam: flag, Name: text, Fov: z.number(), Pos: vector3, Rot: vector3 };

export const freecam = {
  Enabled: flag,
  UsingGameCamera: flag,
  Speed: z.number(),
  Pos: vector3,
  Rot: vector3,
};

export const screenshot = {
  ok: flag,
  mimeType: text,
  width: z.number(),
  height: z.number(),
  sizeBytes: z.number(),
  focus: text.optional(),
  note: text.optional(),
  seen: z.array(z.unknown()).optional(),
  seenTotal: z.number().optional(),
  notDrawn: z.number().optional(),
};

const hit = {
  Name: text.optional(),
  Path: text.optional(),
  Distance: z.number().optional(),
  Point: vector3.optional(),
};

export const pick = {
  Mode: text,
  Hit: flag,
  Id: text.nullable(),
  ...hit,
  Items: z.array(z.object({ Id: text, ...hit })).nullable(),
  Total: z.number().optional(),
  Truncated: flag.optional(),
};

export const logLine = { T: text, Level: text, Message: text, Source: text, Category: text.optional() };

const more = { NextOffset: z.number().optional(), Truncated: flag.optional() };

export const logTail = {
  Total: z.number(),
  Items: z.array(z.object(logLine)),
  ...more,
  Last: z.number(),
  Remaining: z.number().optional(),
  Dropped: z.number().optional(),
};

export const scriptCard = { Name: text, Path: text };

export const scriptFile = {
  ...scriptCard,
  Content: text,
  SizeBytes: z.number(),
  LastModifiedUtc: text,
  Truncated: flag,
  NextOffset: z.number().optional(),
};

export const selection = { ActiveId: text.nullable(), Items: texts };

export const clipboard = {
  HasValue: flag,
  Type: text.nullable(),
  Preview: text.nullable(),
  ObjectId: text.nullable(),
};

export const hook = { Signature: text, Enabled: flag };

export const hookMethod = { Name: text, Signature: text };

export const time = { ok: flag, value: z.number(), locked: flag, paused: flag.optional() };

export const config = {
  ok: flag,
  enabled: flag,
  bindAddress: text,
  port: z.number(),
  allowWrites: flag,
  requireConfirm: flag,
  exportRoot: text,
  logLevel: text,
  componentAllowlist: texts,
  reflectionAllowlistMembers: texts,
  enableConsoleEval: flag,
  hookAllowlistSignatures: texts,
  membersOpen: text,
  truncated: z.record(text, z.number()).optional(),
};

export const journalEntry = {
  Id: z.number(),
  At: text,
  Principal: text.nullable(),
  Tool: text,
  Arguments: z.unknown(),
  Before: z.unknown(),
  After: z.unknown(),
  Outcome: z.enum(['done', 'denied', 'failed', 'unsure', 'running']),
  Error: text.optional(),
  Undone: flag.optional(),
  Undo: text.optional(),
};

const items = z.array(z.unknown());
const frames = z.number();

export const problems = {
  Total: z.number(),
  Items: items,
  Last: z.number(),
  Remaining: z.number().optional(),
  Past: z.number().optional(),
  Dropped: flag.optional(),
};

export const inputSent = {
  ok: flag,
  steps: items,
  stepsTotal: z.number().optional(),
  frames: z.object({ before: frames, after: frames }),
  held: texts,
  heldTotal: z.number().optional(),
};

export const inputAction = { Name: text, Bindings: texts };

export const inputRecorded = {
  ok: flag,
  recording: flag,
  name: text.optional(),
  frames: frames.optional(),
  count: z.number().optional(),
  dropped: z.number().optional(),
  steps: items.optional(),
  note: text.optional(),
};

const waitEnd = {
  met: flag.optional(),
  conditions: items.optional(),
  frame: frames,
  time: z.number(),
  frames,
};

export const waited = { ok: flag, ...waitEnd };

export const rayHit = {
  Hit: flag,
  ...z.object({ ...place, Distance: z.number(), Point: vector3, Normal: vector3 }).partial().shape,
};

export const path = {
  Reached: flag,
  Length: z.number(),
  Total: z.number(),
  Points: z.array(vector3),
  Truncated: flag.optional(),
};

export const signal = { Name: text, Args: texts, Connections: items };

export const animation = {
  Type: text,
  Current: z.unknown().optional(),
  States: items.optional(),
  Parameters: items.optional(),
  Total: z.number(),
  Animations: items,
  Truncated: flag.optional(),
};

export const control = {
  ...place,
  Type: text,
  Text: text.optional(),
  X: z.number(),
  Y: z.number(),
  Width: z.number(),
  Height: z.number(),
  Clickable: flag,
  Enabled: flag.optional(),
  Focused: flag.optional(),
  CoveredBy: placed.optional(),
  Value: z.unknown().optional(),
};

export const cell = { At: vector3, Index: z.number().optional(), Item: text };

export const editor = {
  Scene: text.nullable(),
  OpenScenes: texts,
  Unsaved: texts,
  Playing: text.nullable(),
  Selection: texts,
  Undo: text.nullable(),
  Redo: text.nullable(),
  Busy: text.optional(),
  Dialog: text.optional(),
  Stage: text.optional(),
};

export const profile = {
  ok: flag,
  seconds: z.number(),
  frames,
  fps: z.number(),
  frameMs: z.unknown(),
  summary: text,
  missing: z.record(text, text).optional(),
};

export const watched = {
  ok: flag,
  mimeType: text,
  width: z.number(),
  height: z.number(),
  sizeBytes: z.number(),
  pictures: items,
  moved: items.optional(),
  movedUnit: z.enum(['world', 'pixels']).optional(),
  note: text.optional(),
  video: z.unknown().optional(),
};

/** The values before and after a write. */
export const written = { ok: flag, before: z.unknown().optional(), after: z.unknown().optional() };

export const stepped = { ...written, ...waitEnd };

export const hookCalls = {
  ok: flag,
  signature: text,
  enabled: flag,
  count: z.number(),
  calls: z.array(z.unknown()),
  dropped: z.number(),
  next: z.number(),
  truncated: flag.optional(),
};

export function pageShape(item: z.ZodRawShape): z.ZodRawShape {
  return { Total: z.number(), Items: z.array(z.object(item)), ...more };
}

/** What an answer is checked by. */
export function answerShape(shape: z.ZodRawShape): z.ZodObject {
  return z.looseObject(shape);
}

/** What tools/list shows. It is loose, because 58 complete schemas would take most of the list. */
export const ANY_ANSWER = z.unknown().meta({ type: 'object' });
