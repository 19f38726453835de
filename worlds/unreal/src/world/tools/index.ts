import type { Tool } from '@worldwire/server';
import { batchTool } from '@worldwire/writes';
import { relation, takeBack } from '../state/batch.js';
import { actorTools } from './actor-tools.js';
import { actorWriteTools } from './actor-write-tools.js';
import { assetTools } from './asset-tools.js';
import { codeTools } from './code-tools.js';
import { contentsTools } from './contents-tools.js';
import { editorTools } from './editor-tools.js';
import { followTool } from './follow-tool.js';
import { levelTools } from './level-tools.js';
import { listWritesTool } from './list-writes-tool.js';
import { logWriteTool } from './log-write-tool.js';
import { pictureTools } from './picture-tools.js';
import { propertyTools } from './property-tools.js';
import { propertyWriteTools } from './property-write-tools.js';
import { referenceTools } from './reference-tools.js';
import { searchTool } from './search-tool.js';
import type { ToolParts } from './tool-kit.js';
import { undoTool } from './undo-tool.js';
import * as outputs from './write-outputs.js';

export function unrealTools(parts: ToolParts): readonly Tool[] {
  return [
    ...editorTools(parts),
    ...pictureTools(parts),
    ...assetTools(parts),
    ...contentsTools(parts),
    ...referenceTools(parts),
    searchTool(parts),
    ...actorTools(parts),
    ...propertyTools(parts),
    listWritesTool(parts),
    logWriteTool(parts),
    ...propertyWriteTools(parts),
    ...actorWriteTools(parts),
    ...levelTools(parts),
    ...codeTools(parts),
    batchOf(parts),
    undoTool(parts),
    followTool(parts),
  ];
}

/** Not of code, and not of another level: nobody knows what writes after these would find. */
function batchOf({ writes, sources }: ToolParts): Tool {
  const tools = [...writes.operations.values()].flatMap(({ tool: { name, access } }) =>
    access === 'danger' || name === 'open_level' ? [] : name,
  );
  return batchTool(writes, {
    tools,
    output: outputs.batched,
    relation,
    takeBack: (...step) => takeBack(sources, ...step),
  });
}
