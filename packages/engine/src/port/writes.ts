import type { OperationName } from './operations.js';

const READS: ReadonlySet<OperationName> = new Set<OperationName>([
  'engine.describe',
  'scene.list',
  'scene.builds',
  'object.list',
  'object.get',
  'component.list',
  'member.list',
  'member.read',
  'camera.get',
  'freecam.get',
  'pick.world',
  'pick.ui',
  'view.capture',
  'time.get',
  'hook.methods',
  'hook.list',
  'hook.calls',
  'hook.source.get',
  'code.check',
]);

/** Whether an operation may change the scene. */
export function isWrite(name: OperationName): boolean {
  return !READS.has(name);
}
