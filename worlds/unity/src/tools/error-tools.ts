import type { Tool } from '@worldwire/server';
import { getErrors } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { ToolParts } from './parts.js';

export function errorTools({ kit, logs }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'GetErrors',
      title: 'Errors of the project',
      description:
        'Returns script, compile and other errors and warnings with file, line and stack: the newest, or those after `since`. Repeats are counted. Those of an earlier process, and of files that were compiled or imported again since, come with `past`.',
      input: getErrors,
      output: dto.problems,
      run: (filter, { answerBytes }) => logs.problems.list(filter, answerBytes),
    }),
  ];
}
