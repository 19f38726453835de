import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@worldwire/protocol';
import { type Access, type Context, type PlannedItem, tool, WorldError } from '@worldwire/server';
import type { Inverse, InverseStep, Operation, WriteTarget } from '@worldwire/writes';
import { z } from 'zod';
import { changed, whole } from './planned-effect.js';
import { requireReadBack } from './read-back.js';
import type { Write } from './write.js';

/** A kind of value that a write changes and an undo sets back. The log has its name, what the value is of, and the value. */
export interface ValueKind<Of extends object, Value> {
  /** No tool has it. The log keeps it. */
  readonly name: string;
  /** What is changed, in words: "UnityEngine.Light.color of Sun (/Lighting/Sun)". */
  what(of: Of): string;
  /** Two writes with the same key change the same value. Default: `what`, which is not enough for objects: names and paths are not unique. */
  key?(of: Of): string;
  /** What setting the value needs now, where that may be more than the write needed: it may let code run. Default: write. */
  access?(value: Value, of: Of): Access;
  /** Throws if a gate forbids to set the value. */
  permit?(value: Value, of: Of): void;
  /** The value now. */
  read(of: Of): Promise<Value>;
  /** Default: deep equality. */
  same?(a: Value, b: Value, of: Of): boolean;
  /** Returns what restores the value before, where that is not the value that was read. */
  set(write: Write, value: Value, of: Of): Promise<Value | undefined>;
  /** Why setting it back cannot be undone itself. */
  readonly once?: string;
  /** null is a value like others, and does not mean that the thing does not exist. */
  readonly nullIsValue?: true;
  /** It is in a file, and not in the engine. */
  readonly lasts?: true;
  /** The value in the form of the tool's before and after. Default: the value. */
  show?(value: Value, of: Of): unknown;
}

/** The step that takes a write back: from the value that it left to the one before. */
export type StepOf<Of extends object, Value> = (
  of: Of,
  values: { readonly from: Value; readonly to: Value },
) => InverseStep;

export interface KeptValue<Of extends object, Value> {
  readonly operation: Operation<WriteTarget>;
  readonly stepOf: StepOf<Of, Value>;
}

/** The operation with which an undo sets a value back. `writeOf` is the write of its call. */
export function keptValue<Of extends object, Value>(
  kind: ValueKind<Of, Value>,
  writeOf: (context: Context) => Write,
): KeptValue<Of, Value> {
  const { name, same = isDeepStrictEqual, once } = kind;
  const showing = (value: unknown, of: Of) =>
    asJson(kind.show === undefined ? value : kind.show(value as Value, of));
  const isSame = (a: unknown, b: unknown, of: Of) => same(a as Value, b as Value, of);
  const stepOf: StepOf<Of, Value> = (of, { from, to }) => ({
    call: { tool: name, arguments: { of: asJson(of), value: asJson(to) } },
    expect: asJson(from),
  });
  const inverseOf = (of: Of, from: unknown, to: unknown): Inverse =>
    once === undefined ? { steps: [stepOf(of, { from: from as Value, to: to as Value })] } : { none: once };
  const itemsOf = (of: Of, before: unknown, after: unknown): readonly PlannedItem[] => {
    const [old, now] = [showing(before, of), showing(after, of)];
    // Values may be shown by less than what is restored, such as a script by its size.
    if (isDeepStrictEqual(old, now) && !isSame(before, after, of)) return whole('overwrites', kind.what(of));
    return changed(kind.what(of), old, now, kind.nullIsValue ? 'overwrites' : undefined);
  };
  const given = (args: object) => args as { readonly of: Of; readonly value: Value };
  const operation: Operation<WriteTarget> = {
    tool: tool({
      ...{ name, description: 'Sets a value back.', access: 'write' },
      input: z.object({ of: z.looseObject({}), value: z.unknown() }),
      accessOf: args => kind.access?.(given(args).value, given(args).of) ?? 'write',
      call: () => {
        throw new WorldError('Unsupported', `${name} is no tool.`, 'UndoWrite sets values back.');
      },
    }),
    subject: args => kind.key?.(given(args).of) ?? kind.what(given(args).of),
    what: args => kind.what(given(args).of),
    same: (a, b, args) => isSame(a, b, given(args).of),
    show: (args, value) => showing(value, given(args).of),
    itemsOf: (args, before, after) => itemsOf(given(args).of, before, after),
    ...(kind.lasts === true && { lasts: true }),
    prepare: (args, context) => {
      const { of, value } = given(args);
      return {
        permit: () => kind.permit?.(value, of),
        plan: async () => {
          const before = asJson(await kind.read(of));
          const items = itemsOf(of, before, value);
          return { before, after: asJson(value), items, answer: {}, undo: inverseOf(of, value, before) };
        },
        run: async (_, plan) => {
          const before = plan?.before ?? null;
          const kept = await kind.set(writeOf(context), value, of);
          const after = asJson(await kind.read(of));
          requireReadBack(kind.what(of), isSame(after, value, of), {
            asked: showing(value, of),
            before: showing(before, of),
            after: showing(after, of),
          });
          return { before, after, answer: {}, undo: inverseOf(of, after, kept ?? before) };
        },
      };
    },
  };
  return { operation, stepOf };
}

/** As the journal keeps it. */
export function asJson(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}
