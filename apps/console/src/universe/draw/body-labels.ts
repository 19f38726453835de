import type { UniverseCopy } from '../model/universe-copy.js';
import { type Frame, project, projectVector } from './frame.js';
import type { GroupShape } from './group-shapes.js';
import type { Label } from './label-layer.js';
import type { Survey } from './survey.js';

/** From this radius on a body hides the labels behind it, in pixels. */
const DISK_PX = 8;
const MIN_GROUP_PX = 30;

/** The names of bodies that no disk hides, and of groups that have an extent on the picture. */
export function bodyLabels(
  frame: Frame,
  copy: UniverseCopy,
  groups: Iterable<GroupShape>,
  { near, labels: candidates }: Survey,
): Label[] {
  const { space } = frame;
  const disks = near.flatMap(({ slot, apparent }) => {
    const shown = apparent > DISK_PX ? project(frame, slot) : undefined;
    return shown === undefined ? [] : [{ slot, ...shown }];
  });
  const labels: Label[] = candidates.flatMap(({ slot, x, y, radius, depth, priority }) => {
    const hidden = disks.some(
      disk => disk.slot !== slot && disk.depth < depth && Math.hypot(disk.x - x, disk.y - y) < disk.radius,
    );
    const id = space.ids[slot];
    const body = hidden || id === undefined ? undefined : copy.body(id);
    if (body === undefined) return [];
    const kind = slot === frame.selected ? 'selected' : (body.bodyType ?? 'body');
    return [{ key: body.id, name: body.name, x, y, gap: Math.min(radius, 400) + 8, priority, kind }];
  });
  for (const { id, name, at, radius } of groups) {
    const camera = space.inFrame(frame.camera, at.root);
    const shown = projectVector(frame, at.x - camera.x, at.y - camera.y, at.z - camera.z, radius);
    if (shown === undefined || shown.radius < MIN_GROUP_PX || shown.radius > frame.width * 1.5) continue;
    const y = shown.y - Math.min(shown.radius * 0.75, frame.height * 0.4);
    labels.push({ key: `group ${id}`, name, x: shown.x, y, gap: 0, priority: 20, kind: 'group' });
  }
  return labels;
}
