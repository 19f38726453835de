export { type EditorOptions, type EditorProbe, openEditor, probeEditor } from './editor/index.js';
export type * from './port/operations.js';
export { UnrealError, type UnrealErrorKind } from './port/unreal-error.js';
export type * from './port/unreal-source.js';
export { openProject } from './project/project-source.js';
export { openSample } from './sample/sample-source.js';
export { unrealDialect } from './world/dialect.js';
export {
  type PromptTemplate,
  type PromptTemplateArgument,
  type PromptTemplateMessage,
  renderTemplate,
} from './world/prompts/prompt-template.js';
export { type OpenUnreal, openUnreal, type UnrealHost } from './world/unreal-world.js';
