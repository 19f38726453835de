import type { Tool } from '@worldwire/server';
import { actorTools } from './actor-tools.js';
import { assetTools } from './asset-tools.js';
import { codeTools } from './code-tools.js';
import { contentsTools } from './contents-tools.js';
import { editorTools } from './editor-tools.js';
import { levelTools } from './level-tools.js';
import { pictureTools } from './picture-tools.js';
import { propertyTools } from './property-tools.js';
import { referenceTools } from './reference-tools.js';
import type { ToolParts } from './tool-kit.js';

export function unrealTools(parts: ToolParts): readonly Tool[] {
  return [
    ...editorTools(parts),
    ...pictureTools(parts),
    ...assetTools(parts),
    ...contentsTools(parts),
    ...referenceTools(parts),
    ...actorTools(parts),
    ...propertyTools(parts),
    ...levelTools(parts),
    ...codeTools(parts),
  ];
}
