import type { ParamsOf, ResultOf } from '../../port/operations.js';
import type { Operation } from './editor.js';

type Run = Operation<ParamsOf<'python.run'>, ResultOf<'python.run'>>;

const MODES = { file: 'ExecuteFile', statement: 'ExecuteStatement', evaluate: 'EvaluateStatement' } as const;

export const runPython: Run = (editor, { code, mode }, job) => editor.python.run(job, code, MODES[mode]);
