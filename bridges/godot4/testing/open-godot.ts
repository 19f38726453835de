import * as shared from '../../testing/open-godot.js';
import { type GodotOptions, startGodot } from './start-godot.js';

export type { OpenGodot } from '../../testing/open-godot.js';

export const openGodot = (options: Omit<GodotOptions, 'port'> = {}): Promise<shared.OpenGodot> =>
  shared.openGodot(startGodot, options);
