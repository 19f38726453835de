import type { JsonValue } from '@worldwire/protocol';
import type { Gate } from '../../port/unreal-source.js';
import { atLeast, type EngineVersion, readVersion } from '../gates/engine-version.js';
import { opens } from '../gates/gates.js';
import type { EditorCalls } from '../remote/editor-calls.js';
import { listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import { askPython, EXECUTE, PYTHON_LIBRARY, pythonGate } from './python-gate.js';

const SYSTEM_LIBRARY = '/Script/Engine.Default__KismetSystemLibrary';
const EDITOR_SUBSYSTEM = '/Script/UnrealEd.Default__UnrealEditorSubsystem';
/** Read flag by flag, because the whole object contains digests of passphrases. */
const SETTINGS = '/Script/RemoteControlCommon.Default__RemoteControlSettings';

/** UE 5.8 is the first version that refuses functions that are not listed. */
const UE_5_8: EngineVersion = { major: 5, minor: 8, text: '5.8' };

export interface Route {
  readonly path: string;
  readonly verb: string;
  readonly description?: string;
}

/** The version and gates of an editor. A probe changes nothing in the editor. */
export interface EditorProbe {
  readonly url: string;
  /** Whether an Unreal Editor answers there. */
  readonly reachable: boolean;
  readonly reason?: string;
  readonly engineVersion?: string;
  /** Undefined where the editor does not list them. */
  readonly routes?: readonly Route[];
  readonly gates: readonly Gate[];
  /** Median. */
  readonly latencyMs?: number;
}

export interface Findings extends Omit<EditorProbe, 'url' | 'latencyMs'> {
  /** Known from the editor, or inferred from its refusals. */
  readonly version: EngineVersion | undefined;
  /** Of each request, in milliseconds. */
  readonly samples: readonly number[];
}

type Outcome = JsonValue | undefined | Refused;

/** Throws where no editor answers. A refusal is a finding. */
export async function examine(calls: EditorCalls, job: Job, now: () => number): Promise<Findings> {
  const samples: number[] = [];
  const attempt = async (answer: () => Promise<JsonValue | undefined>): Promise<Outcome> => {
    const start = now();
    try {
      return await answer();
    } catch (thrown) {
      const refusal = refusalIn(thrown);
      if (refusal === undefined) throw thrown;
      return refusal;
    } finally {
      samples.push(now() - start);
    }
  };
  const flag = async (name: string) => {
    const found = await attempt(() => calls.read(job, SETTINGS, name));
    return typeof found === 'boolean' ? found : undefined;
  };
  const info = await attempt(() => calls.info(job));
  if (isPassphrase(info)) return lockedOut(info, samples);
  const [said, anyFunction, pythonFlag, consoleFlag, python] = await Promise.all([
    attempt(() => calls.ask(job, SYSTEM_LIBRARY, 'GetEngineVersion')),
    flag('bAllowAnyRemoteFunctionCall'),
    flag('bEnableRemotePythonExecution'),
    flag('bAllowConsoleCommandRemoteExecution'),
    askPython(calls, job),
  ]);
  if (isPassphrase(said)) return lockedOut(said, samples);
  const routes = routesOf(info);
  if (routes === undefined && !isOfAnEditor(said)) {
    return {
      reachable: false,
      reason: 'The server at this address is not the Remote Control API of an Unreal Editor.',
      version: undefined,
      gates: unknownGates(undefined),
      samples,
    };
  }
  const told =
    said instanceof Refused && python === true ? await attempt(() => versionByPython(calls, job)) : said;
  const read = readVersion(textField(told instanceof Refused ? undefined : told, 'ReturnValue') ?? '');
  const version = read ?? (said instanceof Refused && said.why === 'functions' ? UE_5_8 : undefined);
  const listed =
    anyFunction === undefined && version !== undefined && atLeast(version, 5, 8)
      ? await attempt(() => calls.ask(job, EDITOR_SUBSYSTEM, 'GetEditorWorld'))
      : said;
  return {
    reachable: true,
    version,
    ...(read === undefined ? {} : { engineVersion: read.text }),
    ...(routes === undefined ? {} : { routes }),
    gates: [
      functionsGate([said, listed], anyFunction, version),
      pythonGate(python, pythonFlag, version),
      consoleGate(consoleFlag, version),
      { name: 'passphrase', state: 'open', opens: opens('passphrase', version) },
    ],
    samples,
  };
}

export function unknownGates(version: EngineVersion | undefined): readonly Gate[] {
  const names = ['functions', 'python', 'console', 'passphrase'] as const;
  return names.map(name => ({ name, state: 'unknown', opens: opens(name, version) }));
}

function functionsGate(
  outcomes: readonly Outcome[],
  flag: boolean | undefined,
  version: EngineVersion | undefined,
): Gate {
  const place = opens('functions', version);
  const refusal = outcomes.find(each => each instanceof Refused && each.why === 'functions') as
    | Refused
    | undefined;
  if (refusal !== undefined)
    return { name: 'functions', state: 'closed', reason: refusal.message, opens: place };
  if (flag === false) {
    const reason = 'Only functions listed in CustomAllowedRemoteFunctionCalls can be called.';
    return { name: 'functions', state: 'closed', reason, opens: place };
  }
  const open = flag === true || outcomes.some(each => !(each instanceof Refused));
  return { name: 'functions', state: open ? 'open' : 'unknown', opens: place };
}

/** From UE 5.5 on a setting guards the console. Testing it would run a command. */
function consoleGate(flag: boolean | undefined, version: EngineVersion | undefined): Gate {
  const place = opens('console', version);
  if (flag === false) {
    const reason = 'bAllowConsoleCommandRemoteExecution is off.';
    return { name: 'console', state: 'closed', reason, opens: place };
  }
  const isBefore55 = version !== undefined && !atLeast(version, 5, 5);
  return { name: 'console', state: flag === true || isBefore55 ? 'open' : 'unknown', opens: place };
}

async function versionByPython(calls: EditorCalls, job: Job): Promise<JsonValue> {
  const answer = await calls.ask(job, PYTHON_LIBRARY, EXECUTE, {
    PythonCommand: "__import__('unreal').SystemLibrary.get_engine_version()",
    ExecutionMode: 'EvaluateStatement',
    FileExecutionScope: 'Private',
  });
  // The value may be quoted.
  return { ReturnValue: (textField(answer, 'CommandResult') ?? '').replace(/^['"]|['"]$/g, '') };
}

function lockedOut(refusal: Refused, samples: readonly number[]): Findings {
  const gates = unknownGates(undefined).map(
    (gate): Gate =>
      gate.name === 'passphrase' ? { ...gate, state: 'closed', reason: refusal.message } : gate,
  );
  return { reachable: true, version: undefined, gates, samples };
}

function routesOf(info: Outcome): readonly Route[] | undefined {
  if (info instanceof Refused) return undefined;
  const routes = listField(info, 'HttpRoutes').flatMap(each => {
    const path = textField(each, 'Path');
    const description = textField(each, 'Description');
    if (path === undefined) return [];
    const verb = (textField(each, 'Verb') ?? '').toUpperCase();
    return [{ path, verb, ...(description === undefined ? {} : { description }) }];
  });
  return routes.length === 0 ? undefined : routes;
}

function isPassphrase(outcome: Outcome): outcome is Refused {
  return outcome instanceof Refused && outcome.why === 'passphrase';
}

/** A version, or a refusal that only an editor gives. */
function isOfAnEditor(said: Outcome): boolean {
  if (said instanceof Refused) return said.why !== 'other' && said.why !== 'route';
  return readVersion(textField(said, 'ReturnValue') ?? '') !== undefined;
}
