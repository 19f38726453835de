import { UnrealError } from '../port/unreal-error.js';
import type { LogBook } from './log-book.js';

const MAX_CHARACTERS = 1_024;
const DEFAULT_FPS = 60;
const COMMANDS = ['help', 'stat fps', 'stat unit'];

interface Variable {
  readonly name: string;
  readonly help: string;
  value: number;
  setBy: 'Constructor' | 'Console';
}

/** The console with a few commands and variables. */
export class Console {
  readonly #log: LogBook;
  readonly #maxFps = variable('t.MaxFPS', DEFAULT_FPS, 'The highest frame rate');
  readonly #variables: readonly Variable[] = [
    variable('r.BloomQuality', 5, '0: off, 1 to 5: from average to best'),
    variable('r.DefaultFeature.AutoExposure', 0, 'Whether the exposure follows the scene'),
    variable('r.ScreenPercentage', 100, 'Percentage of the resolution at which the scene is rendered'),
    variable('r.Shadow.Virtual.Enable', 1, 'Whether shadow maps are virtual'),
    variable('r.VSync', 0, '0: off, 1: on'),
    this.#maxFps,
  ];

  constructor(log: LogBook) {
    this.#log = log;
  }

  run(command: string): readonly string[] {
    const line = requireCommand(command);
    this.#log.add('Cmd', 'Log', line);
    const output = this.#answer(line);
    for (const each of output) this.#log.add('LogConsoleResponse', 'Display', each);
    return output;
  }

  #answer(line: string): readonly string[] {
    const [word = '', argument] = line.split(/\s+/);
    const found = this.#variables.find(({ name }) => name.toLowerCase() === word.toLowerCase());
    if (found !== undefined) return consult(found, argument);
    // The sample renders no frames: it reports the frame rate that the limit allows.
    const fps = this.#maxFps.value > 0 ? this.#maxFps.value : DEFAULT_FPS;
    const milliseconds = (1_000 / fps).toFixed(2);
    switch (line.toLowerCase().replace(/\s+/g, ' ')) {
      case 'help':
        return [
          `The sample has the commands ${COMMANDS.join(', ')}, and these variables:`,
          ...this.#variables.map(({ name, help }) => `${name}: ${help}`),
          'A name shows a variable, a name and a number set it, a name and "?" explain it.',
        ];
      case 'stat fps':
        return [`${fps.toFixed(2)} FPS`, `${milliseconds} ms`];
      case 'stat unit':
        return [`Frame: ${milliseconds} ms`, `Game: ${milliseconds} ms`];
      default:
        return [`Command not recognized: ${line}`];
    }
  }
}

/** The command without blanks around it. */
export function requireCommand(command: string): string {
  const line = command.trim();
  if (line !== '' && line.length <= MAX_CHARACTERS && !/\p{Cc}/u.test(line)) return line;
  throw new UnrealError(
    'invalid',
    `Send one command on one line, of 1 to ${MAX_CHARACTERS} characters.`,
    'The command help lists the commands of the sample.',
  );
}

function variable(name: string, value: number, help: string): Variable {
  return { name, help, value, setBy: 'Constructor' };
}

function consult(variable: Variable, argument: string | undefined): readonly string[] {
  const shown = () => `${variable.name} = "${variable.value}"      LastSetBy: ${variable.setBy}`;
  if (argument === '?') return [`HELP for '${variable.name}':`, variable.help];
  if (argument !== undefined) {
    const value = Number(argument);
    if (!Number.isFinite(value)) return [`${argument} is not a number; ${shown()}`];
    variable.value = value;
    variable.setBy = 'Console';
  }
  return [shown()];
}
