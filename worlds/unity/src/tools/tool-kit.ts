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
import { cutText, type OnceByKey, requestDigest } from '@worldwire/server/kit';
import { z } from 'zod';
import { ERROR_CODES, errorInDialect } from '../dto/error-kinds.js';
import { answerSchema } from '../dto/schemas.js';
import { checkedAnswer } from '../dto/shape.js';
import { confirmed } from '../gates/confirmation.js';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { Journal, Outcome } from '../writes/journal.js';
import { Write } from '../writes/write.js';

/** Characters. Errors about arguments quote their names, which may be long. */
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
  /** Returns the fields of the answer, or a ToolAnswer with further content. */
  run(args: z.output<Input>): object | Promise<object>;
}

export interface Writing<Input extends z.ZodObject, Prepared extends object = object>
  extends Described<Input> {
  /** Runs code, so that it needs enableConsoleEval too. */
  readonly evaluates?: boolean;
  /** May delete or overwrite. */
  readonly destructive?: boolean;
  /** A second call changes nothing more. */
  readonly idempotent?: boolean;
  /** Needs no confirmation, and has no argument `confirm`. */
  readonly unconfirmed?: boolean;
  /** Checks its own permission, and can be called while writes are off. */
  readonly selfGuarded?: boolean;
  /** Throws if an allowlist forbids the call. */
  permit?(args: z.output<Input>): void | Promise<void>;
  /** Reads what the arguments refer to. The confirmation shows it, and `run` gets the same value. */
  prepare?(args: z.output<Input>): Promise<Prepared> | Prepared;
  run(args: z.output<Input>, write: Write, context: Context, prepared: Prepared): Promise<object>;
}

export interface KitParts {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly journal: Journal;
  readonly logs: LogBook;
  readonly retries: OnceByKey<object>;
  readonly log: Log;
  publish(event: string, payload: unknown): void;
}

/** Creates tools. Checks arguments and gates, asks for confirmation, journals writes and publishes results. */
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
        const digest = requestDigest([definition.name, args]);
        return this.#parts.retries.run(context.principal, key, digest, work);
      }),
    );
  }

  /** The answer to a call that the kernel refused or that failed unexpectedly. */
  refusal(reason: WorldError, { tool, principal, arguments: args }: FailedCall): ToolAnswer {
    if (reason.kind === 'PermissionDenied') {
      this.#parts.journal.add({ principal, tool, args, outcome: 'denied', error: reason.message });
    }
    return this.#failed(tool, reason);
  }

  /** Publishes a call that was answered with a protocol error. */
  refused(reason: WireErrorBody, tool: string | undefined): void {
    const name = tool === undefined ? null : cutText(tool, MAX_NAME);
    this.#parts.publish('tool_result', { name, ok: false, error: errorInDialect(reason) });
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
    // A gate may have been closed while the person was asked.
    if (asks) await this.#guard(definition, args);
    write.started = true;
    return definition.run(args, write, context, prepared);
  }

  /** Adds one journal entry per call, whatever its outcome. */
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
      // A retry that got the outcome of the first call changed nothing.
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
      // A tool that checks itself changes the gates with the access of a read.
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
  const reason = cutText(z.prettifyError(parsed.error), MAX_REASON);
  throw new WorldError('InvalidArgument', `Invalid arguments for ${name}:\n${reason}`);
}

/** Errors that the kernel handles: protocol errors, and the end of a handler whose question is sent to the client. */
function passes(thrown: unknown): boolean {
  return thrown instanceof WireError || (thrown instanceof Error && thrown.name === 'InputRequired');
}
