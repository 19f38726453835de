import type { EngineSample } from './sample.js';

/** What the embedded engine's first scene has to offer. */
export const EMBEDDED_SAMPLE: EngineSample = {
  scene: 'Arena',
  otherScene: 'Menu',
  object: 'Turret',
  writable: { type: 'Worldwire.Health', name: 'current', values: [12, 34], wrong: 'much' },
  readOnly: { type: 'Worldwire.Health', name: 'dead', value: true },
  method: {
    type: 'Worldwire.Health',
    signature: 'System.Void Worldwire.Health::Damage(System.Single)',
    args: [1],
  },
  paths: {
    falling: '/Arena/Crates/Crate 6',
    seen: '/Arena/Turret',
    undrawn: '/Arena/Turret/Barrel/Muzzle',
  },
  place: { type: 'UnityEngine.Transform', name: 'localPosition' },
  turning: 'Worldwire.Rotator',
  addable: 'UnityEngine.BoxCollider',
  code: { answer: '6 * 7', throwing: 'throw new Error("no")', endless: 'while (true) {}' },
};
