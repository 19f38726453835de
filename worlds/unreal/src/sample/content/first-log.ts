import type { LogLine } from '../../port/operations.js';
import { ENGINE_VERSION } from './project.js';

/** What the log has before anything happens. */
export const FIRST_LINES: readonly Omit<LogLine, 'at'>[] = [
  line('LogInit', 'Display', 'Running engine for game: Saltmere'),
  line('LogInit', 'Log', `Engine Version: ${ENGINE_VERSION}`),
  line('LogWorldwire', 'Display', 'This project is a sample in memory. No editor runs behind it.'),
  line('LogPluginManager', 'Log', 'Mounting Engine plugin EnhancedInput'),
  line('LogPluginManager', 'Log', 'Mounting Engine plugin ModelingToolsEditorMode'),
  line('LogPluginManager', 'Log', 'Mounting Project plugin TideTables'),
  line(
    'LogConfig',
    'Log',
    'Applying CVar settings from Section [/Script/Engine.RendererSettings] File [Engine]',
  ),
  line('LogTideTables', 'Warning', 'No tide table for the coming month; the water stays where it is'),
];

function line(category: string, verbosity: string, text: string): Omit<LogLine, 'at'> {
  return { category, verbosity, text };
}
