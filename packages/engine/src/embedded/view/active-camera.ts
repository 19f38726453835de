import type { Camera } from '../components/camera.js';
import type { World } from '../model/world.js';

const CAMERA = 'UnityEngine.Camera';

/** The game camera: the first active one that is tagged MainCamera, or else the first active one. */
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
