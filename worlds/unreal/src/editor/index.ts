export type { EditorIntervals, EditorLimits } from './editor-settings.js';
export type { EditorSource } from './editor-source.js';
export { type EditorOptions, openEditor } from './open-editor.js';
export type { EditorProbe, Route } from './probe/probe.js';
export { type ProbeOptions, probeEditor } from './probe/probe-editor.js';
