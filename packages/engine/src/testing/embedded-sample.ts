import type { Lack } from './contract-run.js';
import type { EngineSample } from './sample.js';

/** What the embedded engine does not have. */
export const EMBEDDED_LACKS: readonly Lack[] = [
  'navigation.path',
  'signal.list',
  'animation.get',
  'cells.list',
  'editor.get',
  'editor.select',
  'editor.open',
  'editor.save',
  'editor.play',
  'editor.stop',
  'editor.undo',
  'editor.redo',
  'tool.call',
  'resource.read',
];

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
  control: {
    scene: 'Arena',
    action: 'MoveRight',
    key: 'KeyD',
    member: { path: '/Player', type: 'UnityEngine.Transform', name: 'localPosition', part: 'x' },
  },
  interface: {
    scene: 'Menu',
    screen: { width: 1280, height: 720 },
    button: {
      path: '/Canvas/Main Panel/Start Button',
      text: 'Start',
      clicks: { path: '/Canvas/Main Panel/Start Button', type: 'UnityEngine.UI.Button', name: 'presses' },
    },
    field: {
      path: '/Canvas/Name Field',
      text: { path: '/Canvas/Name Field', type: 'UnityEngine.UI.InputField', name: 'text' },
    },
    covered: { path: '/Canvas/Backdrop', by: '/Canvas/Main Panel/Options Button' },
  },
  pad: {
    button: { name: 'south', action: 'Sprint' },
    axis: { name: 'left-x', value: -0.5, action: 'MoveLeft' },
  },
  touch: true,
  physics: {
    scene: 'Arena',
    ray: { from: { x: 0, y: 10, z: 0 }, to: { x: 0, y: -10, z: 0 }, hit: '/Arena/Turret' },
    miss: { from: { x: 0, y: 50, z: 0 }, to: { x: 5, y: 50, z: 0 } },
    overlap: { at: { x: 6, y: 1, z: 6 }, radius: 1.5, inside: '/Enemies/Enemy 1', outside: '/Player' },
  },
  camera: { path: '/Back Camera', sees: '/Arena/Wall South' },
  problem: { code: 'const nothing = null;\nnothing.move();', file: 'console', line: 2, message: 'null' },
  code: { answer: '6 * 7', throwing: 'throw new Error("no")', endless: 'while (true) {}' },
};
