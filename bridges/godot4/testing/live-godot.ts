import { LiveGodot as Shared } from '../../testing/live-godot.js';
import { type GodotOptions, startGodot } from './start-godot.js';

export type LiveGodot = Shared;

export const LiveGodot = {
  open: (options: Omit<GodotOptions, 'port'> = {}): Promise<Shared> => Shared.open(startGodot, options),
};
