import type { Tool } from '@worldwire/server';
import { tailLogs } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { ToolParts } from './parts.js';

export function statusTools({ kit, explorer, logs }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'GetStatus',
      title: 'Status',
      description:
        'Says which engine runs, whether it is ready, how many scenes are loaded and what is selected. Start here.',
      output: dto.status,
      run: () => explorer.status(),
    }),
    kit.reading({
      name: 'GetVersion',
      title: 'Versions',
      description: 'Gives the versions of explorer, interface and engine.',
      output: dto.version,
      run: () => explorer.version(),
    }),
    kit.reading({
      name: 'TailLogs',
      title: 'Newest log lines',
      description:
        'Gives the newest lines of the log, oldest first. Failed requests are there as "[MCP] error".',
      input: tailLogs,
      output: dto.logTail,
      run: ({ count }) => logs.tail(count),
    }),
  ];
}
