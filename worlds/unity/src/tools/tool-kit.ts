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
  type FailedCall,
  type GivenAbout,
  type Log,
  SerializedJson,
  type Tool,
  ToolAnswer,
  text,
  tool,
  WorldError,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { argumentProblems, cutText, type OnceByKey, PlanChanged } from '@worldwire/server/kit';
import { z } from 'zod';
import { exactAnswer } from '../dto/documented.js';
import { ERROR_CODES, errorInDialect } from '../dto/error-kinds.js';
import { listedSchema } from '../dto/listed-schema.js';
import { ANY_ANSWER, answerShape } from '../dto/schemas.js';
import { checkedAnswer } from '../dto/shape.js';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { Journal } from '../writes/journal.js';
import { passes } from './failure.js';
import { GuardedCalls } from './guarded-calls.js';
import { newErrors } from './new-errors.js';
import type { Described, Reading, Writing } from './writing.js';

/** Characters. Errors about arguments quote their names, which may be long. */
const MAX_REASON = 2_000;
const MAX_NAME = 128;

export interface KitParts {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly journal: Journal;
  readonly logs: LogBook;
  readonly retries: OnceByKey<object>;
  readonly log: Log;
  /** The name of the engine, which the digest of a plan covers: a plan for one engine is not valid for another. */
  readonly engineName?: () => string | undefined;
  /** Throws if another agent holds the engine. */
  requireFree?(context: Context): void;
  publish(event: string, payload: unknown): void;
}

/** Creates tools. Checks arguments and gates, asks for confirmation, journals writes and publishes results. */
export class ToolKit {
  readonly #parts: KitParts;
  readonly #guarded: GuardedCalls;

  constructor(parts: KitParts) {
    this.#parts = parts;
    this.#guarded = new GuardedCalls(parts);
  }

  /** The answer has the revision at which the read began. */
  reading<Input extends z.ZodObject>(definition: Reading<Input>): Tool {
    const input = strict(definition.input);
    const annotations = { readOnlyHint: true };
    // An answer that is a part of something, or a picture, can be larger on request.
    const isBounded = ['offset', 'limit', 'format'].some(name => name in input.shape);
    const common: readonly CommonArgument[] = isBounded ? ['maxBytes'] : [];
    return this.#tool(definition, input, common, 'read', annotations, async (given, context) => {
      const { revision } = this.#parts.journal;
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
    const tool = this.#tool(definition, input, WRITE_ARGUMENTS, access, annotations, (given, context) =>
      this.#guarded.run(
        definition,
        given,
        context,
        () => readArguments(definition.name, input, WRITE_ARGUMENTS, given) as z.output<Input>,
      ),
    );
    const { accessOf, raises } = definition;
    const plan: Tool['plan'] = async (given, context) => {
      const args = readArguments(definition.name, input, WRITE_ARGUMENTS, given);
      return this.#guarded.plan(definition, args as z.output<Input>, context);
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
        // The world may have changed since the call whose outcome it gets.
        const known = this.#guarded.accessOfRetry(caller.principal, caller.operationKey) ?? own;
        return ACCESS_RANK[known] > ACCESS_RANK[own] ? known : own;
      },
    };
  }

  /** The answer to a call that the kernel refused or that failed unexpectedly. */
  refusal(reason: WorldError, { tool, principal, client, arguments: args }: FailedCall): ToolAnswer {
    if (reason.kind === 'PermissionDenied') {
      this.#parts.journal.add({
        principal,
        client,
        tool,
        args,
        access: 'read',
        outcome: 'denied',
        changed: false,
        error: reason.message,
      });
    }
    return this.#failed(tool, reason);
  }

  /** Publishes a call that was answered with a protocol error. */
  refused(reason: WireErrorBody, tool: string | undefined): void {
    const name = tool === undefined ? null : cutText(tool, MAX_NAME);
    this.#parts.publish('tool_result', { name, ok: false, error: errorInDialect(reason) });
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
