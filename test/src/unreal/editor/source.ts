import type { openEditor } from '@worldwire/unreal';

/** The tested module. */
export {
  type CallOptions,
  type EditorOptions,
  type EditorProbe,
  type Gate,
  type OperationName,
  openEditor,
  type ParamsOf,
  probeEditor,
  type ResultOf,
  type SourceEvent,
  type SourceState,
  type SourceStatus,
  UnrealError,
  type UnrealErrorKind,
} from '@worldwire/unreal';

export type EditorSource = ReturnType<typeof openEditor>;
