import { Vector3 } from 'three';
import type { CameraInfo, FreecamInfo } from '../../port/operations.js';
import type { Vector3 as Triple } from '../../port/value.js';
import { fromAngles, toAngles } from '../model/angles.js';
import { DEFAULT_VIEW, type View } from '../model/screen.js';
import type { World } from '../model/world.js';
import { isPlace } from '../reflection/single.js';
import { gameCamera } from './active-camera.js';
import { plain } from './plain.js';

const MIN_SPEED = 0.1;
const MAX_SPEED = 100;

/** A camera that is moved by calls. Its pose is kept while it is off. */
export class Freecam {
  readonly #world: World;
  #enabled = false;
  #speed = 10;
  #pose: View | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The active camera; undefined in a scene without one. */
  get view(): View | undefined {
    return this.#enabled ? this.#ownPose() : gameCamera(this.#world)?.view;
  }

  set enabled(enabled: boolean) {
    if (enabled) this.#pose = this.#ownPose();
    this.#enabled = enabled;
  }

  set speed(speed: number) {
    this.#speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed));
  }

  move(position?: Triple, angles?: Triple): void {
    this.#pose = {
      ...this.#ownPose(),
      ...(position !== undefined && { position: new Vector3(position.x, position.y, position.z) }),
      ...(angles !== undefined && { rotation: fromAngles(angles) }),
    };
  }

  describe(): FreecamInfo {
    const { position, rotation } = this.#ownPose();
    return {
      enabled: this.#enabled,
      usingGameCamera: !this.#enabled && this.#pose === undefined && gameCamera(this.#world) !== undefined,
      speed: this.#speed,
      position: plain(position),
      rotation: plain(toAngles(rotation)),
    };
  }

  describeActive(): CameraInfo | null {
    const { view } = this;
    if (view === undefined) return null;
    return {
      isFreecam: this.#enabled,
      name: this.#enabled ? 'Freecam' : (gameCamera(this.#world)?.object.name ?? ''),
      fov: view.fov,
      position: plain(view.position),
      rotation: plain(toAngles(view.rotation)),
    };
  }

  /** Before the first move it has the pose of the game camera. */
  #ownPose(): View {
    if (this.#pose !== undefined) return this.#pose;
    const view = gameCamera(this.#world)?.view;
    return view === undefined || !isPlace(view.position) ? DEFAULT_VIEW : view;
  }
}
