import { EngineError } from '../../port/engine-error.js';
import type { BuildSceneInfo, SceneInfo } from '../../port/operations.js';
import { construct } from '../model/blueprint.js';
import { Scene } from '../model/scene.js';
import type { World } from '../model/world.js';
import { nearNames } from '../reflection/near-names.js';
import { BUILD_SCENES, type BuildScene } from './build-scenes.js';
import { assets, lasting } from './lasting.js';

export type ScenesChanged = (added: readonly string[], removed: readonly string[]) => void;

/** Loads and unloads scenes. */
export class SceneLoader {
  readonly #world: World;
  readonly #onChanged: ScenesChanged;

  constructor(world: World, onChanged: ScenesChanged) {
    this.#world = world;
    this.#onChanged = onChanged;
    for (const plan of lasting()) construct(world, plan, null, world.persistent);
    for (const plan of assets()) construct(world, plan, null, world.hidden);
  }

  list(): SceneInfo[] {
    const { scenes, persistent, hidden } = this.#world;
    return [...scenes.values(), persistent, hidden].map(scene => scene.describe());
  }

  builds(): BuildSceneInfo[] {
    return BUILD_SCENES.map(({ index, name, path }) => ({ index, name, path }));
  }

  load(name: string, mode: 'single' | 'additive'): SceneInfo {
    if (mode !== 'single' && mode !== 'additive') {
      throw new EngineError('invalid', `mode is ${mode}`, 'send "single" or "additive"');
    }
    const build = buildNamed(name);
    const id = `scn:${build.index}`;
    const { scenes, surroundings } = this.#world;
    if (mode === 'additive' && scenes.has(id)) {
      throw new EngineError('invalid', `${build.name} is already loaded`, 'load it with the mode "single"');
    }
    const removed = mode === 'single' ? [...scenes.values()] : [];
    for (const scene of removed) this.#world.unload(scene);
    const scene = this.#build(build, id);
    this.#onChanged(
      [id],
      removed.map(each => each.id),
    );
    surroundings.log('info', `loaded ${build.name} with ${scene.objects.size} objects`, 'SceneManager');
    return scene.describe();
  }

  /** Adds objects to the first scene, for measurements. */
  crowd(count: number): void {
    if (count <= 0) return;
    const field = this.#world.create('Crowd', null);
    const { random } = this.#world.surroundings;
    const place = () => (random() - 0.5) * 2000;
    for (let number = 1; number <= count; number++) {
      construct(
        this.#world,
        {
          name: `Stone ${number}`,
          position: [place(), -50, place()],
          components: [{ type: 'UnityEngine.MeshFilter' }, { type: 'UnityEngine.MeshRenderer' }],
        },
        field,
      );
    }
  }

  #build({ name, index, plan, join }: BuildScene, id: string): Scene {
    const scene = new Scene(id, name, index);
    this.#world.scenes.set(id, scene);
    for (const each of plan()) construct(this.#world, each, null, scene);
    join?.(scene.objects);
    return scene;
  }
}

/** By its name, or by its path in the project. */
function buildNamed(name: string): BuildScene {
  const found = BUILD_SCENES.find(each => each.name === name || each.path === name);
  if (found !== undefined) return found;
  const names = BUILD_SCENES.map(each => each.name);
  throw new EngineError(
    'not-found',
    `there is no scene ${name}`,
    `known are ${nearNames(name, names) ?? names.join(', ')}`,
  );
}
