import { ENGINE_VERSION } from './sample-project.js';

/** The category, the verbosity and the text of the first log lines. */
export const FIRST_LINES: readonly (readonly [string, string, string])[] = [
  ['LogInit', 'Display', 'Running engine for game: Saltmere'],
  ['LogInit', 'Log', `Engine Version: ${ENGINE_VERSION}`],
  ['LogWorldwire', 'Display', 'This project is a sample in memory. No editor runs behind it.'],
  ['LogPluginManager', 'Log', 'Mounting Engine plugin EnhancedInput'],
  ['LogPluginManager', 'Log', 'Mounting Engine plugin ModelingToolsEditorMode'],
  ['LogPluginManager', 'Log', 'Mounting Project plugin TideTables'],
  ['LogConfig', 'Log', 'Applying CVar settings from Section [/Script/Engine.RendererSettings] File [Engine]'],
  ['LogTideTables', 'Warning', 'No tide table for the coming month; the water level does not change'],
];
