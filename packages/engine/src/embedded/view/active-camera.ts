import type { Camera } from '../components/camera.js';
import type { World } from '../model/world.js';

const CAMERA = 'UnityEngine.Camera';

/** The camera of the game: the first that is on and tagged as the main one, else the first that is on. */
export function gameCamera(world: World): Camera | undefined {
  let first: Camera | undefined;
  for (const scene of world.visibleScenes()) {
    for (const object of scene.withType(CAMERA).objects) {
      const camera = object.component<Camera>(CAMERA);
      if (camera === undefined || !camera.running) continue;
      if (object.tag === 'MainCamera') return camera;
      first ??= camera;
    }
  }
  return first;
}
