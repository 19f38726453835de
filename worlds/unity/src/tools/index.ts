import type { Tool } from '@worldwire/server';
import { componentTools } from './component-tools.js';
import { configTools } from './config-tools.js';
import { consoleTools } from './console-tools.js';
import { followTool } from './follow-tool.js';
import { hookReadTools } from './hook-read-tools.js';
import { hookTools } from './hook-tools.js';
import { journalTools } from './journal-tools.js';
import { memberTools } from './member-tools.js';
import { objectTools } from './object-tools.js';
import type { ToolParts } from './parts.js';
import { sceneTools } from './scene-tools.js';
import { selectionTools } from './selection-tools.js';
import { statusTools } from './status-tools.js';
import { testUiTools } from './test-ui-tools.js';
import { timeTools } from './time-tools.js';
import { viewTools } from './view-tools.js';

export function unityTools(parts: ToolParts): readonly Tool[] {
  return [
    ...statusTools(parts),
    ...sceneTools(parts),
    ...objectTools(parts),
    ...componentTools(parts),
    ...memberTools(parts),
    ...viewTools(parts),
    ...timeTools(parts),
    ...selectionTools(parts),
    ...hookReadTools(parts),
    ...hookTools(parts),
    ...consoleTools(parts),
    ...configTools(parts),
    ...journalTools(parts),
    ...testUiTools(parts),
    followTool(parts),
  ];
}
