import type { Flags, Values } from '../command-line/flags.js';
import { didYouMean } from '../errors/near-match.js';
import { Problem } from '../errors/problem.js';
import { readWirePort } from './ports.js';

const FRAMINGS = ['frames', 'newline'] as const;
const ENGINES = ['embedded', 'link'] as const;

/** The bridges' own machine, and no other: what is said there is not encrypted. */
export const ENGINE_HOST = '127.0.0.1';

export const FRAMES_FLAGS = {
  frames: { type: 'boolean', about: 'open the frames wire too, for the first world named; --port frames=N' },
  'frames-socket': {
    type: 'string',
    value: 'PATH',
    path: true,
    about: 'open the frames wire on a unix socket instead of a port',
  },
  framing: {
    type: 'string',
    value: 'FORM',
    about: 'how the frames wire speaks: frames, or newline for one message a line',
  },
  engine: {
    type: 'string',
    value: 'ENGINE',
    about:
      'scene of the unity world: embedded, or link for a real engine that dials in; --port engine=N beside TLS',
  },
  'engine-command': {
    type: 'string',
    value: 'COMMAND',
    about: 'starts the engine that links, and starts it again when it ends or hangs',
  },
  'engine-env': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'further variable of the environment that the engine command may see',
  },
} as const satisfies Flags;

export interface FramesChoice {
  readonly port: number;
  readonly socket: string | undefined;
  readonly framing: (typeof FRAMINGS)[number];
  /** Whether it is what every bridge speaks: frames on a port, without TLS. */
  readonly plain: boolean;
  /**
   * Of this machine, for engines alone, where the wire itself is not plain. A bridge is written in the language of its
   * engine, which often has no more than a socket.
   */
  readonly enginePort: number | undefined;
}

export interface EngineChoice {
  readonly kind: (typeof ENGINES)[number];
  /** Starts it, where it is ours to start. */
  readonly command: string | undefined;
  /** Further variables of the environment that it may see. */
  readonly variables: readonly string[];
}

type Given = Values<typeof FRAMES_FLAGS> & { readonly port?: readonly string[] };

export function readEngine(given: Given, worlds: readonly string[]): EngineChoice {
  const command = given['engine-command'];
  const kind = oneOf('engine', ENGINES, given.engine ?? 'embedded');
  if (command !== undefined && kind !== 'link') {
    throw Problem.usage('--engine-command starts an engine that links: add --engine link.');
  }
  const variables = given['engine-env'] ?? [];
  if (variables.length > 0 && command === undefined) {
    throw Problem.usage('--engine-env is for an engine that we start: add --engine-command COMMAND.');
  }
  const assignment = variables.find(name => name.includes('='));
  if (assignment !== undefined) {
    const [name] = assignment.split('=', 1);
    throw Problem.usage(`--engine-env takes the name of a variable alone: --engine-env ${name}.`);
  }
  if (kind === 'link' && !worlds.includes('unity')) {
    throw Problem.usage('--engine link is for the unity world: name it among those to serve.');
  }
  return { kind, command, variables };
}

export function readFrames(
  given: Given,
  engine: EngineChoice,
  socket: string | undefined,
  secure: boolean,
): FramesChoice | undefined {
  const ports = given.port ?? [];
  const { port, named } = readWirePort(ports, 'frames');
  const framing = oneOf('framing', FRAMINGS, given.framing ?? 'frames');
  const links = engine.kind === 'link';
  const forEngines = readWirePort(ports, 'engine');
  const plain = !secure && socket === undefined && framing === 'frames';
  const apart = links && !plain;
  if (forEngines.named && !apart) {
    throw Problem.usage(
      links
        ? '--port engine=N is for a frames wire with TLS, lines or a unix socket: here engines dial --port frames=N.'
        : '--port engine=N is for an engine that links: add --engine link.',
    );
  }
  if (named && socket !== undefined) {
    throw Problem.usage(
      '--frames-socket PATH takes the place of a port: leave it out, or leave out --port frames=N.',
    );
  }
  const asked = given.frames === true || named || socket !== undefined || links;
  if (!asked && given.framing !== undefined) {
    throw Problem.usage(
      '--framing says how the frames wire speaks: open it with --frames, --port frames=N or --frames-socket PATH.',
    );
  }
  if (!asked) return undefined;
  return { port, socket, framing, plain, enginePort: apart ? forEngines.port : undefined };
}

function oneOf<Word extends string>(flag: string, words: readonly Word[], given: string): Word {
  const word = words.find(each => each === given);
  if (word !== undefined) return word;
  throw Problem.usage(`--${flag} takes ${words.join(' or ')}, not ${given}.${didYouMean(given, words)}`);
}
