import { EditorSource, type EditorSourceOptions } from './editor-source.js';
import {
  DEFAULT_EDITOR_INTERVALS,
  DEFAULT_EDITOR_LIMITS,
  type EditorIntervals,
  type EditorLimits,
} from './remote/editor-settings.js';

export interface EditorOptions extends Omit<EditorSourceOptions, 'limits' | 'intervals'> {
  /** Such as "http://127.0.0.1:30010". */
  readonly url: string;
  /** Plain text; only its digest is sent. */
  readonly passphrase?: string;
  /** The folder of the .uproject file on this machine, for logs and screenshots. */
  readonly projectFolder?: string;
  readonly limits?: Partial<EditorLimits>;
  readonly intervals?: Partial<EditorIntervals>;
}

/** Returns at once, in the state `connecting`. An editor that does not answer is a state, not an error. */
export function openEditor(options: EditorOptions): EditorSource {
  return new EditorSource({
    ...options,
    limits: { ...DEFAULT_EDITOR_LIMITS, ...options.limits },
    intervals: { ...DEFAULT_EDITOR_INTERVALS, ...options.intervals },
  });
}
