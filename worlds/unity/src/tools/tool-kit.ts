import { type JsonObject, type ToolAnnotations, WireError, type WireErrorBody } from '@worldwire/protocol';
import {
  type Context,
  type FailedCall,
  type GivenAbout,
  type Log,
  SerializedJson,
  type Tool,
  ToolAnswer,
  text,
  tool,
  WorldError,
} from '@worldwire/server';
import { z } from 'zod';
import { cut } from '../dto/cut.js';
import { ERROR_CODES, spokenError } from '../dto/error-kinds.js';
import { answerSchema } from '../dto/schemas.js';
import { checkedAnswer } from '../dto/shape.js';
import { confirmed } from '../gates/confirmation.js';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { Journal, Outcome } from '../writes/journal.js';
import type { Retries } from '../writes/retries.js';
import { Write } from '../writes/write.js';

/** Of what is wrong with arguments: their names are the caller's, and as long as it likes. */
const MAX_REASON = 2_000;
const MAX_NAME = 128;

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  /** The fields of the answer. */
  readonly output: z.ZodRawShape;
}

export interface Reading<Input extends z.ZodObject> extends Described<Input> {
  /** The fields of the answer, or an answer that has more than fields. */
  run(args: z.output<Input>): object | Promise<object>;
}

export interface Writing<Input extends z.ZodObject, Prepared extends object = object>
  extends Described<Input> {
  /** Runs code: needs enableConsoleEval too. */
  readonly evaluates?: boolean;
  /** What it changes can be lost by it. */
  readonly destructive?: boolean;
  /** A second time changes nothing more. */
  readonly idempotent?: boolean;
  /** Has no `confirm`, and is never asked about. */
  readonly unconfirmed?: boolean;
  /** Guards itself: reachable while writes are off. */
  readonly selfGuarded?: boolean;
  /** Throws where an allowlist says no. */
  permit?(args: z.output<Input>): void | Promise<void>;
  /** Reads what the arguments only name. The question shows it, and `run` uses the very same. */
  prepare?(args: z.output<Input>): Promise<Prepared> | Prepared;
  run(args: z.output<Input>, write: Write, context: Context, prepared: Prepared): Promise<object>;
}

export interface KitParts {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly journal: Journal;
  readonly logs: LogBook;
  readonly retries: Retries;
  readonly log: Log;
  publish(event: string, payload: unknown): void;
}

/** Makes tools: the one place where arguments are read, gates are asked, and what came of a call is told. */
export class ToolKit {
  readonly #parts: KitParts;

  constructor(parts: KitParts) {
    this.#parts = parts;
  }

  reading<Input extends z.ZodObject>(definition: Reading<Input>): Tool {
    const input = strict(definition.input);
    const annotations = { readOnlyHint: true, idempotentHint: true };
    return this.#tool(definition, input, 'read', annotations, async given => {
      return definition.run(readArguments(definition.name, input, given) as z.output<Input>);
    });
  }

  writing<Input extends z.ZodObject, Prepared extends object = object>(
    definition: Writing<Input, Prepared>,
  ): Tool {
    const { evaluates = false, destructive = false, idempotent = false, selfGuarded = false } = definition;
    const input = strict(definition.input);
    const annotations = { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent };
    const access = selfGuarded ? 'read' : evaluates ? 'danger' : 'write';
    return this.#tool(definition, input, access, annotations, (given, context) =>
      this.#journaled(definition, given, context, async write => {
        const args = readArguments(definition.name, input, given) as z.output<Input>;
        await this.#guard(definition, args);
        const { key } = context.operation;
        const work = () => this.#confirmedRun(definition, args, write, context);
        if (key === undefined) return work();
        return this.#parts.retries.once(context.principal, key, { tool: definition.name, args }, work);
      }),
    );
  }

  /** How a failure reads that the kernel found before the tool was asked: the operator's ceiling, or a bug. */
  refusal(reason: WorldError, { tool, principal, arguments: args }: FailedCall): ToolAnswer {
    if (reason.kind === 'PermissionDenied') {
      this.#parts.journal.add({ principal, tool, args, outcome: 'denied', error: reason.message });
    }
    return this.#failed(tool, reason);
  }

  /** Tells of a call that came to no answer of ours: its caller reads an error of the protocol. */
  refused(reason: WireErrorBody, tool: string | undefined): void {
    const name = tool === undefined ? null : cut(tool, MAX_NAME);
    this.#parts.publish('tool_result', { name, ok: false, error: spokenError(reason) });
  }

  async #guard<Input extends z.ZodObject, Prepared extends object>(
    definition: Writing<Input, Prepared>,
    args: z.output<Input>,
  ): Promise<void> {
    const { gates } = this.#parts;
    if (definition.selfGuarded !== true) gates.requireWrites(definition.name);
    if (definition.evaluates === true) gates.requireEval(definition.name);
    await definition.permit?.(args);
  }

  async #confirmedRun<Input extends z.ZodObject, Prepared extends object>(
    definition: Writing<Input, Prepared>,
    args: z.output<Input>,
    write: Write,
    context: Context,
  ): Promise<object> {
    const read = async () => ((await definition.prepare?.(args)) ?? {}) as Prepared;
    const asks = this.#parts.gates.settings.requireConfirm && definition.unconfirmed !== true;
    const prepared = asks ? await confirmed(definition.name, args, context, read) : await read();
    // A person takes time, in which a gate may have been closed.
    if (asks) await this.#guard(definition, args);
    write.started = true;
    return definition.run(args, write, context, prepared);
  }

  /** Leaves one entry for each call that came to an end, whatever the end. */
  async #journaled(
    { name }: { readonly name: string },
    args: unknown,
    context: Context,
    work: (write: Write) => Promise<object>,
  ): Promise<object> {
    const { journal, scene } = this.#parts;
    const write = new Write(scene, context);
    const entry = (outcome: Outcome, error?: string) => {
      const { before, after, undo } = write;
      const more = error === undefined ? {} : { error };
      journal.add({ principal: context.principal, tool: name, args, before, after, outcome, undo, ...more });
    };
    try {
      const result = await work(write);
      // A retry that found its answer did nothing, and the first one has its entry.
      if (write.started) entry('done');
      return result;
    } catch (thrown) {
      if (passes(thrown)) throw thrown;
      const denied = thrown instanceof WorldError && thrown.kind === 'PermissionDenied';
      entry(denied ? 'denied' : 'failed', thrown instanceof Error ? thrown.message : String(thrown));
      throw thrown;
    }
  }

  #tool(
    { name, title, description, output }: Described<z.ZodObject>,
    input: z.ZodObject,
    access: Tool['access'],
    annotations: ToolAnnotations,
    run: (given: unknown, context: Context) => Promise<object>,
  ): Tool {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
    const answers = answerSchema(output);
    return tool({
      name,
      title,
      description,
      access,
      // One that guards itself changes the gates, and has the access of a read.
      ...(access === 'read' && annotations.readOnlyHint === false && { audited: true }),
      annotations,
      // Checked here and not by the kernel, so that invalid arguments are journaled and published like any failure.
      checksArguments: true,
      about,
      inputSchema: schema as JsonObject,
      output: answers,
      call: async (given, context) => {
        try {
          const answer = await run(given, context);
          const fields = answer instanceof ToolAnswer ? answer.options.structured : answer;
          const result = checkedAnswer(name, answers, fields);
          this.#parts.publish('tool_result', { name, ok: true, result });
          return checked(result, answer);
        } catch (thrown) {
          if (thrown instanceof WireError) this.refused(thrown.body, name);
          if (passes(thrown)) throw thrown;
          return this.#failed(name, this.#reasonOf(name, thrown));
        }
      },
    });
  }

  #reasonOf(name: string, thrown: unknown): WorldError {
    if (thrown instanceof WorldError) return thrown;
    this.#parts.log.error({ tool: name, err: thrown }, 'tool failed');
    return new WorldError(
      'Internal',
      `The tool ${name} failed unexpectedly.`,
      "The server's log has the details.",
    );
  }

  #failed(name: string, { kind, message, hint, detail }: WorldError): ToolAnswer {
    const code = ERROR_CODES.get(kind) as number;
    const more = {
      ...(hint !== undefined && { hint }),
      ...(detail !== undefined && { detail }),
    };
    this.#parts.logs.noteFailure(code, message, 'world');
    this.#parts.publish('tool_result', {
      name,
      ok: false,
      error: { code, message, data: { kind, ...more } },
    });
    const body = { ok: false, error: { kind, message, ...more } };
    return new ToolAnswer([text(JSON.stringify(body))], { isError: true, structured: body });
  }
}

/** An answer that the kernel does not validate again. */
function checked(result: object, answer: object): ToolAnswer {
  const json = JSON.stringify(result);
  const content = answer instanceof ToolAnswer ? answer.content : [text(json)];
  return new ToolAnswer(content, { structured: new SerializedJson(json) });
}

/** What a write is about, for the audit: an object, a script, a hook, a scene or a type. */
function about({ objectId, path, signature, name, type }: JsonObject): GivenAbout {
  return { object: objectId ?? path ?? signature ?? name ?? type };
}

function strict(input: z.ZodObject | undefined): z.ZodObject {
  return (input ?? z.object({})).strict();
}

function readArguments(name: string, input: z.ZodObject, given: unknown): Record<string, unknown> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const reason = cut(z.prettifyError(parsed.error), MAX_REASON);
  throw new WorldError('InvalidArgument', `Invalid arguments for ${name}:\n${reason}`);
}

/** What belongs to the kernel: errors of the wire, and the way it takes back a handler whose question is on its way. */
function passes(thrown: unknown): boolean {
  return thrown instanceof WireError || (thrown instanceof Error && thrown.name === 'InputRequired');
}
