import type { ParamsOf, ResultOf } from '../../source/operations.js';
import { Breath } from '../../work/breath.js';
import type { Operation } from '../editor.js';
import { parseT3d } from '../t3d-parser.js';
import { requirePath } from '../unreal-paths.js';
import { exportedText } from './exported-text.js';

type Contents = Operation<ParamsOf<'asset.contents'>, ResultOf<'asset.contents'>>;

export const readContents: Contents = async (editor, { path, format }, job) => {
  const text = await exportedText(editor, requirePath(path), job);
  return format === 't3d' ? { text } : { objects: await parseT3d(text, new Breath(job.signal)) };
};
