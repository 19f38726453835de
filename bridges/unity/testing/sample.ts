import { readFileSync } from 'node:fs';
import type { EngineSample, Lack } from '@worldwire/engine/testing';

/** What the engine contract needs to know about the demo in testing/host. */
export const UNITY_SAMPLE: EngineSample = {
  scene: 'Arena',
  otherScene: 'Menu',
  object: 'Turret',
  writable: { type: 'Demo.Health', name: 'current', values: [12, 34.5], wrong: 'much' },
  readOnly: { type: 'Demo.Health', name: 'dead', value: true },
  method: {
    type: 'Demo.Health',
    signature: 'System.Void Demo.Health::Damage(System.Single)',
    args: [1],
  },
  paths: {
    falling: '/Arena/Crates/Crate 6',
    seen: '/Arena/Turret',
    undrawn: '/Arena/Turret/Barrel/Muzzle',
  },
  place: { type: 'UnityEngine.Transform', name: 'localPosition' },
  turning: 'Demo.Rotator',
  addable: 'UnityEngine.BoxCollider',
  // A game has no compiler.
  code: { answer: '', throwing: '', endless: '' },
  control: {
    scene: 'Play',
    action: 'game/run',
    key: 'KeyD',
    member: { path: '/Play/Runner', type: 'UnityEngine.Transform', name: 'localPosition', part: 'x' },
  },
  pad: {
    button: { name: 'south', action: 'game/jump' },
    axis: { name: 'left-x', value: 1, action: 'game/run' },
  },
  touch: true,
  own: {
    scene: 'Play',
    tool: { name: 'give_coins', args: { count: 2 }, answer: 'the runner has', wrong: { count: 'many' } },
    resource: { name: 'run_log', contains: 'coins' },
    event: { name: 'coin_taken', tool: 'give_coins', args: { count: 1 } },
  },
  physics: {
    scene: 'Arena',
    ray: { from: { x: 0, y: 2, z: -9 }, to: { x: 0, y: 2, z: 9 }, hit: '/Arena/Turret' },
    miss: { from: { x: 0, y: 20, z: -9 }, to: { x: 0, y: 20, z: 9 } },
    overlap: {
      at: { x: -12, y: 0.5, z: 5 },
      radius: 1.2,
      inside: '/Arena/Crates/Crate 1',
      outside: '/Arena/Crates/Crate 4',
    },
  },
  signal: {
    scene: 'Menu',
    path: '/Canvas/Panel/Start',
    name: 'Button.onClick',
    args: [],
    connection: { target: '/Menu', method: 'Count' },
  },
  navigation: {
    scene: 'Arena',
    from: { x: -5, y: 0, z: 0 },
    to: { x: 5, y: 0, z: 0 },
    unreachable: { x: 500, y: 0, z: 0 },
  },
  animation: { scene: 'Arena', path: '/Arena/Flag', name: 'Wave', length: 2, loops: true },
  cells: { scene: 'Arena', path: '/Arena/Map', total: 3, cell: { at: { x: 1, y: 1, z: 0 }, item: 'Grass' } },
  camera: { path: '/Arena/Side Camera', sees: '/Arena/Behind' },
  problem: {
    path: '/Arena/Turret',
    type: 'Demo.Health',
    method: 'Stumble',
    args: [],
    file: 'testing/host/Scripts.cs',
    line: lineOf('throw new InvalidOperationException("it stumbled")'),
    message: 'it stumbled',
  },
  interface: {
    scene: 'Menu',
    screen: { width: 640, height: 360 },
    button: {
      path: '/Canvas/Panel/Start',
      text: 'Start game',
      clicks: { path: '/Menu', type: 'Demo.MenuScript', name: 'clicks' },
    },
    field: {
      path: '/Canvas/Panel/Name',
      text: { path: '/Canvas/Panel/Name', type: 'UnityEngine.UI.InputField', name: 'text' },
    },
    covered: { path: '/Canvas/Panel/Options', by: '/Canvas/Panel/Veil' },
  },
};

/** What an editor without Harmony does not have. */
export const EDITOR_LACKS: readonly Lack[] = [
  'code.check',
  'code.run',
  'component.restore',
  'hook.add',
  'hook.calls',
  'hook.enable',
  'hook.list',
  'hook.methods',
  'hook.remove',
  'hook.source.get',
  'hook.source.set',
];

/** The line of the demo's scripts that has a text. */
function lineOf(text: string): number {
  const lines = readFileSync(new URL('host/Scripts.cs', import.meta.url), 'utf8').split('\n');
  return lines.findIndex(line => line.includes(text)) + 1;
}
