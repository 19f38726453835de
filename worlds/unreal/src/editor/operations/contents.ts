import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { selectedObject } from '../../port/selected-object.js';
import { t3dBlocks } from '../../t3d/t3d-blocks.js';
import { parseT3d } from '../../t3d/t3d-reader.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { Operation } from './editor.js';
import { exportedText } from './exported-text.js';

type Contents = Operation<ParamsOf<'asset.contents'>, ResultOf<'asset.contents'>>;

export const readContents: Contents = async (editor, { path, format, object }, job) => {
  const text = await exportedText(editor, requirePath(path), job);
  if (format === 't3d' && object === undefined) return { text };
  const block = format === 't3d' && object !== undefined ? t3dBlocks(text, object) : undefined;
  if (block !== undefined) return { text: block };
  const objects = await parseT3d(text, new TimeSlice(job.signal));
  if (object === undefined) return { objects };
  return { objects: [selectedObject(objects, object, path)] };
};
