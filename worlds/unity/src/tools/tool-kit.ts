import {
  isObject,
  type JsonObject,
  type ToolAnnotations,
  WireError,
  type WireErrorBody,
} from '@worldwire/protocol';
import {
  ACCESS_RANK,
  type CommonArgument,
  type Context,
  clientOf,
  type FailedCall,
  type GivenAbout,
  type Log,
  operationOf,
  SerializedJson,
  type Tool,
  ToolAnswer,
  text,
  tool,
  WorldError,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { argumentProblems, cutText, PlanChanged } from '@worldwire/server/kit';
import { z } from 'zod';
import { exactAnswer } from '../dto/documented.js';
import { ERROR_CODES, errorInDialect } from '../dto/error-kinds.js';
import { listedSchema } from '../dto/listed-schema.js';
import { ANY_ANSWER, answerShape } from '../dto/schemas.js';
import { checkedAnswer } from '../dto/shape.js';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { UnityWrites } from '../writes/unity-writes.js';
import { keptValue, type StepOf, type ValueKind } from '../writes/value-kind.js';
import { Write } from '../writes/write.js';
import { passes } from './failure.js';
import { GuardedWrite } from './guarded-write.js';
import { newErrors } from './new-errors.js';
import type { Described, Reading, Writing } from './writing.js';

/** Characters. Errors about arguments quote their names, which may be long. */
const MAX_REASON = 2_000;
const MAX_NAME = 128;
/** Calls of one principal that the kernel refused, in the log of one process. */
const KEPT_REFUSALS = 1_000;

export interface KitParts {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly writes: UnityWrites;
  readonly logs: LogBook;
  readonly log: Log;
  readonly engineName: () => string | undefined;
  /** Throws if another agent holds the engine. */
  requireFree(context: Context): void;
  publish(event: string, payload: unknown): void;
}

/** Creates tools. Checks arguments and gates, asks for confirmation, journals writes and publishes results. */
export class ToolKit {
  readonly #parts: KitParts;
  readonly #found = new WeakMap<object, object>();
  readonly #writes = new WeakMap<Context, Write>();
  readonly #waiting = new WeakSet<Context>();
  /** By principal: calls that the kernel refused, and that are in the log. */
  readonly #refusals = new Map<string, number>();

  constructor(parts: KitParts) {
    this.#parts = parts;
  }

  /** A kind of value that undo sets back. Returns what makes the steps of its writes. */
  restores<Of extends object, Value>(kind: ValueKind<Of, Value>): StepOf<Of, Value> {
    const { operation, stepOf } = keptValue(kind, context => this.#writeOf(context));
    this.#parts.writes.operations.set(kind.name, operation);
    return stepOf;
  }

  /** The answer has the revision at which the read began. */
  reading<Input extends z.ZodObject>(definition: Reading<Input>): Tool {
    const input = strict(definition.input);
    const annotations = { readOnlyHint: true };
    // An answer that is a part of something, or a picture, can be larger on request.
    const isBounded = ['offset', 'limit', 'format'].some(name => name in input.shape);
    const common: readonly CommonArgument[] = isBounded ? ['maxBytes'] : [];
    return this.#tool(definition, input, common, 'read', annotations, async (given, context) => {
      const revision = await this.#parts.writes.log.revision();
      const args = readArguments(definition.name, input, common, given) as z.output<Input>;
      const answer = await definition.run(args, context);
      if (!(answer instanceof ToolAnswer)) return { ...answer, revision };
      const facts = { ...(answer.options.structured as object), revision };
      return new ToolAnswer([text(JSON.stringify(facts)), ...answer.content], { structured: facts });
    });
  }

  writing<Input extends z.ZodObject, Prepared extends object = object>(
    definition: Writing<Input, Prepared>,
  ): Tool {
    const { evaluates = false, danger = false, destructive = false } = definition;
    const { idempotent = false, selfGuarded = false } = definition;
    const input = strict(definition.input);
    const annotations = {
      readOnlyHint: false,
      destructiveHint: destructive,
      ...(idempotent && { idempotentHint: true }),
    };
    const access = selfGuarded ? 'read' : evaluates || danger ? 'danger' : 'write';
    const { name, waits, accessOf, raises } = definition;
    const { writes } = this.#parts;
    const prepare = (given: object, context: Context) => {
      const args = readArguments(name, input, WRITE_ARGUMENTS, given) as z.output<Input>;
      const call = { args, given };
      return { args: args as JsonObject, write: this.#guarded(definition, call, context) };
    };
    const tool = this.#tool(
      definition,
      input,
      WRITE_ARGUMENTS,
      access,
      annotations,
      async (given, context) => {
        const call = await this.#refusing(name, given, context, async () =>
          prepare(given as object, context),
        );
        if (waits === true) this.#waiting.add(context);
        const receipt = await writes.perform(name, call.args, context, call.write, given as JsonObject);
        const { replayed: _, undo, ...answer } = receipt.answer;
        const { revision } = receipt;
        if (answer.dryRun === true) return { ...answer, revision, undo };
        return { ...answer, revision, journalId: revision, undo };
      },
    );
    const plan: Tool['plan'] = async (given, context) => {
      const { args, write } = prepare(given, context);
      return writes.plan(name, args, context, write);
    };
    if (accessOf === undefined || raises === undefined) return { ...tool, plan };
    return {
      ...tool,
      plan,
      raises,
      accessOf: (given, caller) => {
        const parsed = input.safeParse(given);
        // The call refuses them.
        if (!parsed.success) return access;
        const own = accessOf(parsed.data as z.output<Input>, caller);
        const { principal, operationKey } = caller;
        if (operationKey === undefined) return own;
        // The world may have changed since the call whose outcome it gets.
        return async () => {
          const known = (await writes.log.accessOf(principal, operationKey)) ?? 'read';
          const now = typeof own === 'function' ? await own() : own;
          return ACCESS_RANK[known] > ACCESS_RANK[now] ? known : now;
        };
      },
    };
  }

  /** Whether the turn of a call is for the most part a wait. */
  waits(context: Context): boolean {
    return this.#waiting.has(context);
  }

  /** The answer to a call that the kernel refused or that failed unexpectedly. */
  refusal(reason: WorldError, call: FailedCall): ToolAnswer {
    const { tool, principal, client, arguments: args } = call;
    if (reason.kind === 'PermissionDenied' && this.#isKept(principal)) {
      const named = client !== undefined && { client };
      const refused = {
        principal,
        ...named,
        tool,
        arguments: args,
        access: 'read',
        fingerprint: '',
      } as const;
      this.#parts.writes.refused(refused, reason).catch((thrown: unknown) => {
        this.#parts.log.error({ tool, err: thrown }, 'a refused call is not in the journal');
      });
    }
    return this.#failed(tool, reason);
  }

  /** The log may be on disk, and callers without the right to write must not fill it. The audit counts the others. */
  #isKept(principal: string): boolean {
    const kept = this.#refusals.get(principal) ?? 0;
    if (kept >= KEPT_REFUSALS) return false;
    this.#refusals.set(principal, kept + 1);
    return true;
  }

  /** Publishes a call that was answered with a protocol error. */
  refused(reason: WireErrorBody, tool: string | undefined): void {
    const name = tool === undefined ? null : cutText(tool, MAX_NAME);
    this.#parts.publish('tool_result', { name, ok: false, error: errorInDialect(reason) });
  }

  #guarded<Input extends z.ZodObject, Prepared extends object>(
    definition: Writing<Input, Prepared>,
    call: { readonly args: z.output<Input>; readonly given: object },
    context: Context,
  ): GuardedWrite<Input, Prepared> {
    const { gates, engineName, scene, requireFree, writes } = this.#parts;
    const requireReady = async () => {
      if (operationOf(context).dryRun === true) return;
      requireFree(context);
      // A harmless call, so that the operation key stays unused until the engine answers.
      if (!scene.ready) await scene.call('engine.describe', {});
    };
    const { confirmAbove } = writes;
    const parts = { gates, engineName, confirmAbove, requireReady, found: this.#found };
    return new GuardedWrite(parts, definition, call, context, this.#writeOf(context));
  }

  #writeOf(context: Context): Write {
    const known = this.#writes.get(context);
    if (known !== undefined) return known;
    const { scene, requireFree } = this.#parts;
    const write = new Write(scene, context, () => requireFree(context));
    this.#writes.set(context, write);
    return write;
  }

  /** Records a call whose arguments are refused. */
  async #refusing<Result>(
    tool: string,
    given: unknown,
    context: Context,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      const { principal, access } = context;
      const client = clientOf(context);
      const named = client !== undefined && { client };
      const call = { principal, ...named, tool, arguments: given as JsonObject, access, fingerprint: '' };
      if (context.operation.dryRun !== true) await this.#parts.writes.refused(call, thrown);
      throw thrown;
    }
  }

  #tool(
    { name, title, description, output, view }: Described<z.ZodObject>,
    input: z.ZodObject,
    common: readonly CommonArgument[],
    access: Tool['access'],
    annotations: ToolAnnotations,
    run: (given: unknown, context: Context) => Promise<object>,
  ): Tool {
    const isWrite = annotations.readOnlyHint === false;
    const answers = answerShape(output);
    // A dry run leaves out what only the write itself yields.
    const plans = answers.partial();
    return tool({
      name,
      title,
      description,
      access,
      // A tool that checks itself changes the gates with the access of a read.
      ...(access === 'read' && isWrite && { audited: true }),
      annotations,
      ...(view === true && { ui: { resourceUri: 'ui://worldwire/scene' } }),
      // Checked here and not by the kernel, so that invalid arguments are journaled and published like any failure.
      checksArguments: true,
      about,
      inputSchema: listedSchema(input),
      common,
      output: ANY_ANSWER,
      call: async (given, context) => {
        const { problems } = this.#parts.logs;
        const since = isWrite ? problems.last : undefined;
        const appeared = (answer: object) =>
          since === undefined ? {} : newErrors(problems, since, { answer, maxBytes: context.answerBytes });
        try {
          const answer = await run(given, context);
          const fields = answer instanceof ToolAnswer ? answer.options.structured : answer;
          const isPlan = isObject(fields) && fields.dryRun === true;
          const valid = checkedAnswer(name, isPlan ? plans : answers, fields);
          const result = isPlan ? valid : { ...valid, ...appeared(valid) };
          const { answer: shown } = exactAnswer(name, given, result);
          this.#parts.publish('tool_result', { name, ok: true, result: shown });
          return checked(result, answer);
        } catch (thrown) {
          if (thrown instanceof WireError) this.refused(thrown.body, name);
          // The kernel knows by the class that an approved plan is void, and has `refusal` answer.
          if (passes(thrown) || thrown instanceof PlanChanged) throw thrown;
          return this.#failed(name, this.#reasonOf(name, thrown, context.signal), appeared({}));
        }
      },
    });
  }

  #reasonOf(name: string, thrown: unknown, { aborted }: AbortSignal): WorldError {
    if (thrown instanceof WorldError) return thrown;
    if (aborted) {
      return new WorldError(
        'Timeout',
        `The call of ${name} was cancelled.`,
        'Call it again if it is still needed.',
      );
    }
    this.#parts.log.error({ tool: name, err: thrown }, 'tool failed');
    return new WorldError(
      'Internal',
      `The tool ${name} failed unexpectedly.`,
      "The server's log has the details.",
    );
  }

  #failed(name: string, { kind, message, hint, detail }: WorldError, appeared: object = {}): ToolAnswer {
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
    const body = { ok: false, error: { kind, message, ...more }, ...appeared };
    return new ToolAnswer([text(JSON.stringify(body))], { isError: true, structured: body });
  }
}

/** An answer that the kernel does not validate again. */
function checked(result: object, answer: object): ToolAnswer {
  const json = JSON.stringify(result);
  const { content } = answer instanceof ToolAnswer ? answer : new ToolAnswer([]);
  return new ToolAnswer(content.length === 0 ? [text(json)] : content, {
    structured: new SerializedJson(json),
  });
}

/** What a write is about, for the audit: an object, a script, a hook, a scene or a type. */
function about({ objectId, path, signature, name, type }: JsonObject): GivenAbout {
  return { object: objectId ?? path ?? signature ?? name ?? type };
}

/** Tools of games may say which further arguments they take. */
function strict(input: z.ZodObject = z.object({})): z.ZodObject {
  return input.def.catchall === undefined ? input.strict() : input;
}

function readArguments(
  name: string,
  input: z.ZodObject,
  common: readonly CommonArgument[],
  given: unknown,
): Record<string, unknown> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const reason = cutText(argumentProblems(parsed.error, input, given, common), MAX_REASON);
  throw new WorldError(
    'InvalidArgument',
    `Invalid arguments for ${name}:\n${reason}`,
    hintFor(name, parsed.error) ?? `tools/list has the schema of ${name}.`,
  );
}

/** Ids are the most frequent mistake: a name or a path is sent instead. */
function hintFor(name: string, { issues }: z.ZodError): string | undefined {
  const isId = issues.some(({ path }) => path.some(part => part === 'objectId' || part === 'id'));
  if (isId && name === 'UndoWrite') return 'ListJournal lists the ids of writes.';
  return isId ? 'SearchObjects finds the id of an object by its name or path.' : undefined;
}
