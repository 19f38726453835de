import type { Flags, Values } from './flags.js';
import { didYouMean } from './near-match.js';
import { readFramesPort } from './ports.js';
import { Problem } from './problem.js';

const FRAMINGS = ['frames', 'newline'] as const;
const ENGINES = ['embedded', 'link'] as const;

export const FRAMES_FLAGS = {
  frames: { type: 'boolean', about: 'open the frames wire too, for the first world named; --port frames=N' },
  'frames-socket': {
    type: 'string',
    value: 'PATH',
    path: true,
    about: 'open the frames wire on a unix socket instead of a port',
  },
  framing: { type: 'string', value: 'FORM', about: 'frames, or newline for one message a line' },
  engine: {
    type: 'string',
    value: 'ENGINE',
    about: 'scene of the unity world: embedded, or link for a real engine that dials in',
  },
  'engine-command': {
    type: 'string',
    value: 'COMMAND',
    about: 'starts the engine that links, and starts it again when it ends or hangs',
  },
} as const satisfies Flags;

export interface FramesChoice {
  readonly port: number;
  readonly socket: string | undefined;
  readonly framing: (typeof FRAMINGS)[number];
}

export interface EngineChoice {
  readonly kind: (typeof ENGINES)[number];
  /** Starts it, where it is ours to start. */
  readonly command: string | undefined;
}

type Given = Values<typeof FRAMES_FLAGS> & { readonly port?: readonly string[] };

export function readEngine(given: Given, worlds: readonly string[]): EngineChoice {
  const command = given['engine-command'];
  const kind = oneOf('engine', ENGINES, given.engine ?? 'embedded');
  if (command !== undefined && kind !== 'link') {
    throw Problem.usage('--engine-command starts an engine that links: add --engine link.');
  }
  if (kind === 'link' && !worlds.includes('unity')) {
    throw Problem.usage('--engine link is for the unity world: name it among those to serve.');
  }
  return { kind, command };
}

export function readFrames(
  given: Given,
  engine: EngineChoice,
  socket: string | undefined,
): FramesChoice | undefined {
  const { port, named } = readFramesPort(given.port ?? []);
  const framing = oneOf('framing', FRAMINGS, given.framing ?? 'frames');
  if (engine.command !== undefined && socket !== undefined) {
    throw Problem.usage('--engine-command starts an engine that dials a port: leave --frames-socket out.');
  }
  if (engine.command !== undefined && framing !== 'frames') {
    throw Problem.usage('--engine-command starts an engine that speaks frames: leave --framing out.');
  }
  const asked = given.frames === true || named || socket !== undefined || given.framing !== undefined;
  return asked || engine.kind === 'link' ? { port, socket, framing } : undefined;
}

function oneOf<Word extends string>(flag: string, words: readonly Word[], given: string): Word {
  const word = words.find(each => each === given);
  if (word !== undefined) return word;
  throw Problem.usage(`--${flag} takes ${words.join(' or ')}, not ${given}.${didYouMean(given, words)}`);
}
