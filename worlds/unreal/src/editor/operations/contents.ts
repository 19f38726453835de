import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { parseT3d } from '../../t3d/t3d-reader.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { Operation } from './editor.js';
import { exportedText } from './exported-text.js';

type Contents = Operation<ParamsOf<'asset.contents'>, ResultOf<'asset.contents'>>;

export const readContents: Contents = async (editor, { path, format }, job) => {
  const text = await exportedText(editor, requirePath(path), job);
  return format === 't3d' ? { text } : { objects: await parseT3d(text, new TimeSlice(job.signal)) };
};
