import type { openEditor } from '@worldwire/unreal';

/** What these tests are about, in one place. */
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
