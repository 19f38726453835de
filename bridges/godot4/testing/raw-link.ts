import { RawLink as Shared } from '../../testing/raw-link.js';
import { type GodotOptions, startGodot } from './start-godot.js';

export type { Answer } from '../../testing/raw-link.js';
export type RawLink = Shared;

export const RawLink = {
  open: (options: Omit<GodotOptions, 'port'> = {}, welcome?: Shared['welcome']): Promise<Shared> =>
    Shared.open(startGodot, options, welcome),
};
