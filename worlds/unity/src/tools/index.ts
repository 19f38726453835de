import type { OperationName } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { componentTools } from './component-tools.js';
import { configTools } from './config-tools.js';
import { consoleTools } from './console-tools.js';
import { editorTools } from './editor-tools.js';
import { errorTools } from './error-tools.js';
import { followTool } from './follow-tool.js';
import { hookReadTools } from './hook-read-tools.js';
import { hookTools } from './hook-tools.js';
import { inputTools } from './input-tools.js';
import { journalTools } from './journal-tools.js';
import { memberTools } from './member-tools.js';
import { objectTools } from './object-tools.js';
import type { ToolParts } from './parts.js';
import { profileTool } from './profile-tool.js';
import { queryTools } from './query-tools.js';
import { sceneTools } from './scene-tools.js';
import { selectionTools } from './selection-tools.js';
import { statusTools } from './status-tools.js';
import { stepTools } from './step-tools.js';
import { testUiTools } from './test-ui-tools.js';
import { timeTools } from './time-tools.js';
import { viewTools } from './view-tools.js';
import { watchTool } from './watch-tool.js';

/** The operation without which a tool does nothing. */
export const NEEDS: Readonly<Record<string, OperationName>> = {
  SendInput: 'input.send',
  ListInputActions: 'input.actions',
  RecordInput: 'input.record',
  StepScene: 'time.step',
  WaitUntil: 'time.wait',
  ProfileScene: 'profile.read',
  CastRay: 'physics.ray',
  FindOverlaps: 'physics.overlap',
  FindPath: 'navigation.path',
  ListSignals: 'signal.list',
  GetAnimation: 'animation.get',
  ListControls: 'ui.list',
  ReadCells: 'cells.list',
  GetEditor: 'editor.get',
  SelectInEditor: 'editor.select',
  OpenScene: 'editor.open',
  SaveScenes: 'editor.save',
  PlayGame: 'editor.play',
  StopGame: 'editor.stop',
  UndoInEditor: 'editor.undo',
  RedoInEditor: 'editor.redo',
};

/** All tools, or those that the engine can serve where it stays the same. */
export function unityTools(parts: ToolParts): readonly Tool[] {
  const { operations } = parts;
  const isServed = ({ name }: Tool) => {
    const needed = NEEDS[name];
    return needed === undefined || operations === undefined || operations.has(needed);
  };
  return allTools(parts).filter(isServed);
}

function allTools(parts: ToolParts): readonly Tool[] {
  return [
    ...statusTools(parts),
    ...sceneTools(parts),
    ...objectTools(parts),
    ...componentTools(parts),
    ...memberTools(parts),
    ...viewTools(parts),
    ...timeTools(parts),
    ...stepTools(parts),
    ...inputTools(parts),
    watchTool(parts),
    profileTool(parts),
    ...errorTools(parts),
    ...queryTools(parts),
    ...editorTools(parts),
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
