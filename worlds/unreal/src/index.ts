export { unrealDialect } from './dialect.js';
export { type EditorOptions, type EditorProbe, openEditor, probeEditor } from './editor/index.js';
export { openProject } from './project/project-source.js';
export {
  type PromptTemplate,
  type PromptTemplateArgument,
  type PromptTemplateMessage,
  renderTemplate,
} from './prompts/prompt-template.js';
export { openSample } from './sample/open-sample.js';
export type * from './source/operations.js';
export { UnrealError, type UnrealErrorKind } from './source/unreal-error.js';
export type * from './source/unreal-source.js';
export { type OpenUnreal, openUnreal, type UnrealHost } from './unreal-world.js';
