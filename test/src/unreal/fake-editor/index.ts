export { calls, FakeEditor, type FakeRequest, type Fault, writes } from './fake-editor.js';
export { type FakeOptions, type FakeVersion, OPEN } from './fake-options.js';
export { png, SVG } from './fake-pictures.js';
export { givenIn } from './fake-python.js';
export { DOOR_T3D, encoded } from './fake-t3d.js';
export { empty, json, refusal } from './reply.js';
