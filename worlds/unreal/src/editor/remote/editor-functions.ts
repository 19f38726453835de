import type { JsonObject } from '@worldwire/protocol';
import { UnrealError } from '../../port/unreal-error.js';
import type { Acting, EditorCalls } from './editor-calls.js';
import type { Job } from './job.js';
import { Refused } from './refusal.js';

const ACTORS = '/Script/UnrealEd.Default__EditorActorSubsystem';
const ASSETS = '/Script/UnrealEd.Default__EditorAssetSubsystem';
const EDITOR = '/Script/UnrealEd.Default__UnrealEditorSubsystem';
const SAVING = '/Script/UnrealEd.Default__EditorLoadingAndSavingUtils';
const LEVELS = '/Script/LevelEditor.Default__LevelEditorSubsystem';
const OLD_ASSETS = '/Script/EditorScriptingUtilities.Default__EditorAssetLibrary';
const OLD_LEVELS = '/Script/EditorScriptingUtilities.Default__EditorLevelLibrary';

/** Functions of the editor with their objects: the subsystem of UE 5, then the library of UE 4. */
const PLACES = {
  GetAllLevelActors: [ACTORS, OLD_LEVELS],
  GetSelectedLevelActors: [ACTORS, OLD_LEVELS],
  SetSelectedLevelActors: [ACTORS, OLD_LEVELS],
  SelectNothing: [ACTORS, OLD_LEVELS],
  SpawnActorFromClass: [ACTORS, OLD_LEVELS],
  DestroyActor: [ACTORS, OLD_LEVELS],
  GetEditorWorld: [EDITOR, OLD_LEVELS],
  LoadLevel: [LEVELS, OLD_LEVELS],
  GetDirtyMapPackages: [SAVING],
  GetDirtyContentPackages: [SAVING],
  ListAssets: [ASSETS, OLD_ASSETS],
  FindAssetData: [ASSETS, OLD_ASSETS],
} as const;

/** Functions of objects in a level, by their C++ name and the name on a Blueprint node. */
const SPELLINGS = {
  location: ['K2_GetActorLocation', 'GetActorLocation'],
  rotation: ['K2_GetActorRotation', 'GetActorRotation'],
  scale: ['GetActorScale3D'],
  transform: ['GetTransform', 'GetActorTransform'],
  label: ['GetActorLabel'],
  attached: ['GetAttachedActors'],
  parent: ['GetAttachParentActor'],
  socket: ['GetAttachParentSocketName'],
  folder: ['GetFolderPath'],
  components: ['K2_GetComponentsByClass', 'GetComponentsByClass'],
  place: ['K2_SetActorLocationAndRotation', 'SetActorLocationAndRotation'],
  resize: ['SetActorScale3D'],
  rename: ['SetActorLabel'],
} as const;

type Attempt = (place: string) => Promise<JsonObject>;

/** Calls functions of the editor, and remembers where this editor has them. */
export class EditorFunctions {
  readonly #calls: EditorCalls;
  readonly #found = new Map<string, string>();

  constructor(calls: EditorCalls) {
    this.#calls = calls;
  }

  /** For another editor. */
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

  /** Tries the next candidate after a refusal that may mean "not here": a refused call did nothing. */
  async #first(
    name: string,
    candidates: readonly string[],
    attempt: Attempt,
    object?: string,
  ): Promise<JsonObject> {
    // A missing object has no function of any name.
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
        // A candidate that worked before has the function, so that this refusal is about the call.
        if (candidate === known && thrown.why !== 'member') throw thrown;
        refusals.push(thrown);
      }
    }
    // The most specific refusal.
    const telling = refusals.find(({ why }) => object !== undefined || !['object', 'member'].includes(why));
    if (telling !== undefined) throw telling;
    throw new UnrealError(
      'unsupported',
      `This editor has no function ${name}.`,
      'Enable the plugin EditorScriptingUtilities in the .uproject file and restart the editor.',
    );
  }
}

/** Objects of one level may have a function under different names. */
function knownFirst(known: string, candidates: readonly string[]): string[] {
  return [known, ...candidates.filter(candidate => candidate !== known)];
}
