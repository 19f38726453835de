import type { EngineSample, Lack } from '@worldwire/engine/testing';

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
  control: {
    scene: 'quest',
    action: 'move_right',
    key: 'ArrowRight',
    member: { path: '/Quest/Player', type: 'Node2D', name: 'position', part: 'x' },
  },
  interface: {
    scene: 'workshop',
    screen: { width: 640, height: 480 },
    button: {
      path: '/Workshop/Press',
      text: 'Press me',
      clicks: { path: '/Workshop', type: 'workshop', name: 'clicks' },
    },
    field: {
      path: '/Workshop/Field',
      text: { path: '/Workshop/Field', type: 'LineEdit', name: 'text' },
    },
    covered: { path: '/Workshop/Covered', by: '/Workshop/Lid' },
  },
  pad: {
    button: { name: 'south', action: 'use' },
    axis: { name: 'left-x', value: 1, action: 'move_right' },
  },
  touch: true,
  physics: {
    scene: 'arena',
    ray: { from: { x: 0, y: 1, z: 10 }, to: { x: 0, y: 1, z: -10 }, hit: '/Arena/Crate' },
    miss: { from: { x: 9, y: 8, z: 10 }, to: { x: 9, y: 8, z: -10 } },
    overlap: { at: { x: 0, y: 1.5, z: 0 }, radius: 1, inside: '/Arena/Crate', outside: '/Arena/Floor' },
  },
  signal: {
    scene: 'workshop',
    path: '/Workshop/Press',
    name: 'pressed',
    args: [],
    connection: { target: '/Workshop', method: '_on_press' },
  },
  navigation: {
    scene: 'workshop',
    from: { x: 20, y: 20, z: 0 },
    to: { x: 280, y: 80, z: 0 },
    unreachable: { x: 280, y: 400, z: 0 },
  },
  animation: { scene: 'workshop', path: '/Workshop/Player', name: 'swing', length: 2, loops: true },
  cells: {
    scene: 'workshop',
    path: '/Workshop/Map',
    total: 4,
    cell: { at: { x: 4, y: 2, z: 0 }, item: 'stone' },
  },
  own: {
    scene: 'quest',
    tool: {
      name: 'give_hint',
      args: { about: 'door' },
      answer: 'The door is at',
      wrong: { about: 'weather' },
    },
    resource: { name: 'quest_log', contains: '' },
    event: { name: 'coin_taken', tool: 'teleport', args: { x: 160, y: 80 } },
  },
  problem: {
    path: '/Arena/Crate',
    type: 'Health',
    method: 'stumble',
    args: [],
    file: 'scripts/health.gd',
    line: 52,
    message: 'missing',
  },
};

/** A scene with two cameras. */
export const STUDIO_SAMPLE: EngineSample = {
  ...GODOT_SAMPLE,
  scene: 'studio',
  object: 'Front',
  paths: { falling: '/Studio/Front', seen: '/Studio/Front', undrawn: '/Studio' },
  camera: { path: '/Studio/Rear', sees: '/Studio/Behind' },
};

/** What the engine does not have. */
export const LACKS: readonly Lack[] = [
  // Godot 3 cannot put a removed component back.
  'component.restore',
  // A game is not an editor.
  'editor.get',
  'editor.select',
  'editor.open',
  'editor.save',
  'editor.play',
  'editor.stop',
  'editor.undo',
  'editor.redo',
];
