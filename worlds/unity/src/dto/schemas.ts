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

export const objectCard = {
  Id: text,
  Name: text,
  Path: text,
  Tag: text,
  Layer: z.number(),
  Active: flag,
  ComponentCount: z.number(),
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
};

export const pick = {
  Mode: text,
  Hit: flag,
  Id: text.nullable(),
  Items: z.array(z.object({ Id: text, Name: text, Path: text })).nullable(),
};

export const logLine = { T: text, Level: text, Message: text, Source: text, Category: text.optional() };

export const logTail = { Items: z.array(z.object(logLine)) };

export const scriptCard = { Name: text, Path: text };

export const scriptFile = {
  ...scriptCard,
  Content: text,
  SizeBytes: z.number(),
  LastModifiedUtc: text,
  Truncated: flag,
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
};

/** The values before and after a write. */
export const written = { ok: flag, before: z.unknown().optional(), after: z.unknown().optional() };

export function pageShape(item: z.ZodRawShape): z.ZodRawShape {
  return { Total: z.number(), Items: z.array(z.object(item)) };
}

/**
 * The schema of a tool's answer: these fields, or `error`. Clients validate failures by it too, so all fields are optional and `anyOf` lists
 * what is required.
 */
export function answerSchema(shape: z.ZodRawShape): z.ZodType {
  const required = Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodOptional ? [] : [name],
  );
  return z
    .looseObject(shape)
    .partial()
    .meta({ anyOf: [{ required }, { required: ['error'] }] });
}
