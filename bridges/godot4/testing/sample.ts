import type { EngineSample, Lack } from '@worldwire/engine/testing';

const scene = 'playground';

const EDITOR = ['get', 'select', 'open', 'save', 'play', 'stop', 'undo', 'redo'] as const;

/** What a game lacks, also with a display: a script that was removed has lost its values. */
export const LACKS: readonly Lack[] = ['component.restore', ...EDITOR.map(name => `editor.${name}` as const)];

/** What the contracts need to know about the demo. */
export const GODOT4_SAMPLE: EngineSample = {
  scene: 'arena',
  otherScene: 'menu',
  object: 'Crate',
  writable: { type: 'Health', name: 'current', values: [12, 34], wrong: 'much' },
  readOnly: { type: 'Health', name: 'dead', value: true },
  method: { type: 'Health', signature: 'float Health::damage(float)', args: [1.5] },
  paths: { falling: '/Arena/Ball', seen: '/Arena/Crate/Mesh', undrawn: '/Arena/Clock' },
  place: { type: 'Node3D', name: 'position' },
  turning: 'Spinner',
  addable: 'Spinner',
  code: { answer: 'return 6 * 7', throwing: 'return [][1]', endless: 'while true:\n\tpass' },
  control: {
    scene,
    action: 'play_right',
    key: 'KeyL',
    member: { path: '/Playground', type: 'Playground', name: 'way' },
  },
  interface: {
    scene,
    screen: { width: 640, height: 480 },
    button: {
      path: '/Playground/UI/Press',
      text: 'Press',
      clicks: { path: '/Playground', type: 'Playground', name: 'clicks' },
    },
    field: {
      path: '/Playground/UI/NameField',
      text: { path: '/Playground/UI/NameField', type: 'LineEdit', name: 'text' },
    },
    covered: { path: '/Playground/UI/Under', by: '/Playground/UI/Over' },
  },
  pad: {
    button: { name: 'south', action: 'play_right' },
    axis: { name: 'left-x', value: 1, action: 'play_right' },
  },
  touch: true,
  physics: {
    scene: 'arena',
    ray: { from: { x: 0, y: 1, z: 9 }, to: { x: 0, y: 1, z: -9 }, hit: '/Arena/Crate' },
    miss: { from: { x: 0, y: 50, z: 9 }, to: { x: 0, y: 50, z: -9 } },
    overlap: { at: { x: 0, y: 1, z: 0 }, radius: 0.5, inside: '/Arena/Crate', outside: '/Arena/Floor' },
  },
  signal: {
    scene,
    path: '/Playground/UI/Press',
    name: 'pressed',
    args: [],
    connection: { target: '/Playground', method: '_press_on_pressed' },
  },
  navigation: {
    scene,
    from: { x: 20, y: 120, z: 0 },
    to: { x: 280, y: 280, z: 0 },
    unreachable: { x: 2000, y: 280, z: 0 },
  },
  animation: { scene, path: '/Playground/Swinger', name: 'swing', length: 1.5, loops: true },
  cells: {
    scene,
    path: '/Playground/Tiles',
    total: 5,
    cell: { at: { x: 3, y: 0, z: 0 }, item: 'atlas (1, 0)' },
  },
  camera: { path: '/Arena/Watch', sees: '/Arena/Statue' },
  own: {
    scene,
    tool: { name: 'add_way', args: { by: 3 }, answer: 'the way is 3', wrong: { by: 'much' } },
    resource: { name: 'playground_log', contains: 'clicks 0' },
    event: { name: 'way_added', tool: 'add_way', args: { by: 1 } },
  },
  problem: {
    path: '/Arena/Crate',
    type: 'Health',
    method: 'stumble',
    args: [],
    file: 'scripts/health.gd',
    line: 54,
    message: 'missing',
  },
};
