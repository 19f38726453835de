import type { Tool } from '@worldwire/server';
import { tailLogs } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { ToolParts } from './parts.js';

export function statusTools({ kit, explorer, logs }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'GetStatus',
      title: 'Status',
      description: 'Returns the engine, whether it is ready, and the selection. Start here.',
      output: dto.status,
      run: () => explorer.status(),
    }),
    kit.reading({
      name: 'GetVersion',
      title: 'Versions',
      description: 'Returns the versions of the explorer, the interface and the engine.',
      output: dto.version,
      run: () => explorer.version(),
    }),
    kit.reading({
      name: 'TailLogs',
      title: 'Newest log lines',
      description: 'Returns the newest log lines, or those after `since`, oldest first.',
      input: tailLogs,
      output: dto.logTail,
      run: (args, { answerBytes }) => logs.tail(args, answerBytes),
    }),
  ];
}
