import { fileURLToPath } from 'node:url';
import { hasGodot } from '../../../bridges/godot3/testing/has-godot.js';
import { startGodot as startGodot3 } from '../../../bridges/godot3/testing/start-godot.js';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import {
  godot4Command,
  makeProject,
  startGodot as startGodot4,
} from '../../../bridges/godot4/testing/start-godot.js';
import { copyDemo } from './copy-demo.js';

const folder = (name: string) => fileURLToPath(new URL(`../../../bridges/${name}/`, import.meta.url));

/** What differs between the versions of Godot. */
export const GODOT3 = {
  name: 'Godot 3',
  version: /^Godot 3\./,
  start: startGodot3,
  body: 'StaticBody',
  rigid: 'RigidBody',
  camera: 'Camera',
  /** The member with the place of a 3D node. */
  place: 'translation',
  scenes: ['arena', 'garden', 'menu', 'quest', 'studio', 'workshop'],
  copy: (project: string) => copyDemo(folder('godot3'), project),
  command: (project: string) => `exec godot3-server --path ${project}`,
};

export const GODOT4: typeof GODOT3 = {
  name: 'Godot 4',
  version: /^Godot 4\./,
  start: startGodot4,
  body: 'StaticBody3D',
  rigid: 'RigidBody3D',
  camera: 'Camera3D',
  place: 'position',
  scenes: ['arena', 'garden', 'menu', 'playground', 'quest'],
  copy: async (project: string) => makeProject(project),
  command: (project: string) => `exec ${godot4Command().join(' ')} --headless --path ${project}`,
};

export type GodotVersion = typeof GODOT3;

/** Those that are installed. */
export const GODOTS: readonly GodotVersion[] = [
  ...(hasGodot() ? [GODOT3] : []),
  ...(hasGodot4() ? [GODOT4] : []),
];
