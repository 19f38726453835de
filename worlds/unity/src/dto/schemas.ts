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

const place = z.object({ Id: text, Path: text });

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
      VisibleCause: place,
      CoveredBy: place,
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
};

export const memberValue = { ok: flag, type: text, valueText: text, valueJson: z.unknown().optional() };

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
  Outcome: z.enum(['done', 'denied', 'failed']),
  Error: text.optional(),
  Undone: flag.optional(),
  Undo: text.optional(),
};

/** The values before and after a write. */
export const written = { ok: flag, before: z.unknown().optional(), after: z.unknown().optional() };

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
