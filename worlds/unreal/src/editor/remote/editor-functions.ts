import type { JsonObject } from '@worldwire/protocol';
import { UnrealError } from '../../port/unreal-error.js';
import type { Acting, EditorCalls } from './editor-calls.js';
import type { Job } from './job.js';
import { Refused } from './refusal.js';

const ACTORS = '/Script/UnrealEd.Default__EditorActorSubsystem';
const ASSETS = '/Script/UnrealEd.Default__EditorAssetSubsystem';
const EDITOR = '/Script/UnrealEd.Default__UnrealEditorSubsystem';
const LEVELS = '/Script/LevelEditor.Default__LevelEditorSubsystem';
const OLD_ASSETS = '/Script/EditorScriptingUtilities.Default__EditorAssetLibrary';
const OLD_LEVELS = '/Script/EditorScriptingUtilities.Default__EditorLevelLibrary';

/** Functions of the editor, each with where it is: the subsystem of version 5, then the library of version 4. */
const PLACES = {
  GetAllLevelActors: [ACTORS, OLD_LEVELS],
  GetSelectedLevelActors: [ACTORS, OLD_LEVELS],
  SetSelectedLevelActors: [ACTORS, OLD_LEVELS],
  SelectNothing: [ACTORS, OLD_LEVELS],
  SpawnActorFromClass: [ACTORS, OLD_LEVELS],
  DestroyActor: [ACTORS, OLD_LEVELS],
  GetEditorWorld: [EDITOR, OLD_LEVELS],
  LoadLevel: [LEVELS, OLD_LEVELS],
  ListAssets: [ASSETS, OLD_ASSETS],
  FindAssetData: [ASSETS, OLD_ASSETS],
} as const;

/** Functions of objects in the level, which go by another name in C++ than on a node. */
const SPELLINGS = {
  location: ['K2_GetActorLocation', 'GetActorLocation'],
  rotation: ['K2_GetActorRotation', 'GetActorRotation'],
  scale: ['GetActorScale3D'],
  label: ['GetActorLabel'],
  components: ['K2_GetComponentsByClass', 'GetComponentsByClass'],
  place: ['K2_SetActorLocationAndRotation', 'SetActorLocationAndRotation'],
  resize: ['SetActorScale3D'],
  rename: ['SetActorLabel'],
} as const;

type Attempt = (place: string) => Promise<JsonObject>;

/** Knows where this editor has its functions once it has found them. Made anew with every connection. */
export class EditorFunctions {
  readonly #calls: EditorCalls;
  readonly #found = new Map<string, string>();

  constructor(calls: EditorCalls) {
    this.#calls = calls;
  }

  /** Of another editor nothing is known yet. */
  forget(): void {
    this.#found.clear();
  }

  ask(job: Job, name: keyof typeof PLACES, parameters: JsonObject = {}): Promise<JsonObject> {
    return this.#first(name, PLACES[name], place => this.#calls.ask(job, place, name, parameters));
  }

  act(job: Job, name: keyof typeof PLACES, parameters: JsonObject, acting?: Acting): Promise<JsonObject> {
    return this.#first(name, PLACES[name], place => this.#calls.act(job, place, name, parameters, acting));
  }

  askObject(
    job: Job,
    path: string,
    name: keyof typeof SPELLINGS,
    parameters: JsonObject = {},
  ): Promise<JsonObject> {
    return this.#first(
      name,
      SPELLINGS[name],
      spelled => this.#calls.ask(job, path, spelled, parameters),
      path,
    );
  }

  actOnObject(
    job: Job,
    path: string,
    name: keyof typeof SPELLINGS,
    parameters: JsonObject,
  ): Promise<JsonObject> {
    return this.#first(
      name,
      SPELLINGS[name],
      spelled => this.#calls.act(job, path, spelled, parameters),
      path,
    );
  }

  /** A refusal that may only mean "not here" leads on to the next; nothing was done by then. */
  async #first(
    name: string,
    candidates: readonly string[],
    attempt: Attempt,
    object?: string,
  ): Promise<JsonObject> {
    // An object that does not exist has no function of any name.
    const elsewhere = ['member', 'other', 'route', ...(object === undefined ? ['object'] : [])];
    const known = this.#found.get(name);
    const refusals: Refused[] = [];
    for (const candidate of known === undefined ? candidates : knownFirst(known, candidates)) {
      try {
        const answer = await attempt(candidate);
        this.#found.set(name, candidate);
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof Refused) || !elsewhere.includes(thrown.why)) throw thrown;
        // What answered before has the function: this refusal is about the call, unless it says that the function is missing.
        if (candidate === known && thrown.why !== 'member') throw thrown;
        refusals.push(thrown);
      }
    }
    // What it was refused for, rather than that it is not elsewhere.
    const telling = refusals.find(({ why }) => object !== undefined || !['object', 'member'].includes(why));
    if (telling !== undefined) throw telling;
    throw new UnrealError(
      'unsupported',
      `This editor has no function ${name}.`,
      'Enable the plugin EditorScriptingUtilities in the .uproject file and restart the editor.',
    );
  }
}

/** Objects of one level may differ: a function that one has under a name, another has under another. */
function knownFirst(known: string, candidates: readonly string[]): string[] {
  return [known, ...candidates.filter(candidate => candidate !== known)];
}
