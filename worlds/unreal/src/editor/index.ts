export type { EditorProbe, Route } from './connection/probe.js';
export { type ProbeOptions, probeEditor } from './connection/probe-editor.js';
export type { EditorSource } from './editor-source.js';
export { type EditorOptions, openEditor } from './open-editor.js';
export type { EditorIntervals, EditorLimits } from './remote/editor-settings.js';
