import type { EngineSample } from '@worldwire/engine/testing';

/** What the engine contract needs to know about the demo. */
export const GODOT_SAMPLE: EngineSample = {
  scene: 'arena',
  otherScene: 'menu',
  object: 'Crate',
  writable: { type: 'Health', name: 'current', values: [12, 34], wrong: 'much' },
  readOnly: { type: 'Health', name: 'dead', value: true },
  method: { type: 'Health', signature: 'float Health::damage(float)', args: [1] },
  paths: { falling: '/Arena/Ball', seen: '/Arena/Crate/Mesh', undrawn: '/Arena/Clock' },
  place: { type: 'Spatial', name: 'translation' },
  turning: 'Spinner',
  addable: 'Spinner',
  code: { answer: 'return 6 * 7', throwing: 'return [][1]', endless: 'while true:\n\tpass' },
};
