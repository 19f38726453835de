import type { Blueprint } from '../model/blueprint.js';
import { health, solid } from './pieces.js';

/** Objects that are kept between scenes. */
export function lasting(): readonly Blueprint[] {
  return [
    { name: 'AudioManager', components: [{ type: 'Worldwire.AudioManager' }] },
    { name: 'FrameStats', components: [{ type: 'Worldwire.FrameStats' }] },
  ];
}

/** Hidden objects: inactive templates. */
export function assets(): readonly Blueprint[] {
  return [
    solid('Crate Template', 'Cube', { position: [0, 0, 0] }, [0.6, 0.4, 0.2], {
      active: false,
      components: [{ type: 'UnityEngine.Rigidbody', members: { isKinematic: true } }],
    }),
    solid('Enemy Template', 'Capsule', { position: [0, 0, 0] }, [0.8, 0.2, 0.2], {
      active: false,
      components: [health(75)],
    }),
    { name: 'Settings', active: false },
  ];
}
