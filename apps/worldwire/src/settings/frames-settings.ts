import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { Flags, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { readWirePort } from './ports.js';

const FRAMINGS = ['frames', 'newline'] as const;

/** Loopback only, because this port is not encrypted. */
export const ENGINE_HOST = '127.0.0.1';

export const FRAMES_FLAGS = {
  frames: {
    type: 'boolean',
    about: 'also open the frames wire, whose default is the first world named; --port frames=N',
  },
  'frames-socket': {
    type: 'string',
    value: 'PATH',
    path: true,
    about: 'open the frames wire on a unix socket instead of a port',
  },
  framing: {
    type: 'string',
    value: 'FORM',
    about: 'format of the frames wire: frames, or newline for one message a line',
    fallback: 'frames',
  },
} as const satisfies Flags;

export interface FramesSettings {
  readonly port: number;
  readonly socket: string | undefined;
  readonly framing: (typeof FRAMINGS)[number];
  /** Frames on a port without TLS, which every bridge can use. */
  readonly plain: boolean;
  /** Whether a world of this server waits for a game engine. */
  readonly awaitsEngine: boolean;
  /** Further port on loopback for engines, when the wire is not plain: many bridges have neither TLS nor unix sockets. */
  readonly enginePort: number | undefined;
}

type Given = Values<typeof FRAMES_FLAGS> & { readonly port?: readonly string[] };

export function readFrames(given: Given, awaitsEngine: boolean, secure: boolean): FramesSettings | undefined {
  const { port: ports = [], 'frames-socket': socket } = given;
  const { port, named } = readWirePort(ports, 'frames');
  const framing = oneOf('framing', FRAMINGS, given.framing ?? 'frames');
  const forEngines = readWirePort(ports, 'engine');
  const plain = !secure && socket === undefined && framing === 'frames';
  const apart = awaitsEngine && !plain;
  if (forEngines.named && !apart) {
    throw Problem.usage(
      awaitsEngine
        ? '--port engine=N is for a frames wire with TLS, lines or a unix socket: here engines dial --port frames=N.'
        : '--port engine=N is for an engine that links: add --engine link.',
    );
  }
  if (named && socket !== undefined) {
    throw Problem.usage(
      '--frames-socket PATH takes the place of a port: leave it out, or leave out --port frames=N.',
    );
  }
  const asked = given.frames === true || named || socket !== undefined || awaitsEngine;
  if (!asked && given.framing !== undefined) {
    throw Problem.usage(
      '--framing is for the frames wire: open it with --frames, --port frames=N or --frames-socket PATH.',
    );
  }
  if (!asked) return undefined;
  return { port, socket, framing, plain, awaitsEngine, enginePort: apart ? forEngines.port : undefined };
}

function oneOf<Word extends string>(flag: string, words: readonly Word[], given: string): Word {
  const word = words.find(each => each === given);
  if (word !== undefined) return word;
  throw Problem.usage(`--${flag} takes ${words.join(' or ')}, not ${given}.${didYouMean(given, words)}`);
}
