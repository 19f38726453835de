import { UnrealError } from '../port/unreal-error.js';
import type { LogBook } from './log-book.js';
import type { Scene } from './scene.js';

const MAX_CHARACTERS = 1_024;

/** Variables with their values and what they are for. */
const VARIABLES: readonly (readonly [string, number, string])[] = [
  ['r.BloomQuality', 5, '0: off, 1 to 5: from average to best'],
  ['r.DefaultFeature.AutoExposure', 0, 'Whether the exposure follows what is seen'],
  ['r.ScreenPercentage', 100, 'Percentage of the resolution at which the scene is rendered'],
  ['r.Shadow.Virtual.Enable', 1, 'Whether shadow maps are virtual'],
  ['r.VSync', 0, '0: off, 1: on'],
  ['t.MaxFPS', 60, 'The frame rate that is not exceeded'],
];
const COMMANDS = ['help', 'stat fps', 'stat unit'];

interface Variable {
  readonly name: string;
  readonly help: string;
  value: number;
  setBy: 'Constructor' | 'Console';
}

/** The console, with the few commands and variables that mean something here. */
export class Console {
  readonly #scene: Scene;
  readonly #log: LogBook;
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(scene: Scene, log: LogBook) {
    this.#scene = scene;
    this.#log = log;
    this.#variables = new Map(
      VARIABLES.map(([name, value, help]) => [
        name.toLowerCase(),
        { name, value, help, setBy: 'Constructor' },
      ]),
    );
  }

  async run(command: string): Promise<readonly string[]> {
    const line = command.trim();
    if (line === '' || line.length > MAX_CHARACTERS || /\p{Cc}/u.test(line)) {
      throw new UnrealError('invalid', `Send one command on one line, of 1 to ${MAX_CHARACTERS} characters.`);
    }
    this.#log.add('Cmd', 'Log', line);
    const output = await this.#answer(line);
    for (const each of output) this.#log.add('LogConsoleResponse', 'Display', each);
    return output;
  }

  async #answer(line: string): Promise<readonly string[]> {
    const [word = '', ...rest] = line.split(/\s+/);
    const variable = this.#variables.get(word.toLowerCase());
    if (variable !== undefined) return consult(variable, rest);
    switch (line.toLowerCase().replace(/\s+/g, ' ')) {
      case 'help':
        return this.#help();
      case 'stat fps':
        return [
          `${(await this.#frameStat('Fps')).toFixed(2)} FPS`,
          `${(await this.#frameStat('AverageMs')).toFixed(2)} ms`,
        ];
      case 'stat unit':
        return [
          `Frame: ${(await this.#frameStat('AverageMs')).toFixed(2)} ms`,
          `Game: ${(await this.#frameStat('WorkP99Ms')).toFixed(2)} ms`,
        ];
      default:
        return [`Command not recognized: ${line}`];
    }
  }

  #help(): readonly string[] {
    const variables = [...this.#variables.values()].map(({ name, help }) => `${name}: ${help}`);
    return [
      `The sample knows the commands ${COMMANDS.join(', ')}, and these variables:`,
      ...variables,
      'A name alone shows a variable, a number behind it sets it, and "?" explains it.',
    ];
  }

  /** Measured by the scene behind the sample. */
  async #frameStat(name: string): Promise<number> {
    const type = 'Worldwire.FrameStats';
    const { items } = await this.#scene.call('object.list', { type, limit: 1 });
    const object = items[0]?.id;
    if (object === undefined) {
      throw new UnrealError(
        'unsupported',
        'The scene behind the sample does not measure its frames.',
        'the embedded engine',
      );
    }
    const { json } = await this.#scene.call('member.read', { object, type, name });
    return Number(json);
  }
}

function consult(variable: Variable, [given]: readonly string[]): readonly string[] {
  if (given === '?') return [`HELP for '${variable.name}':`, variable.help];
  if (given !== undefined) {
    const value = Number(given);
    if (!Number.isFinite(value)) return [`${given} is no number; ${shown(variable)}`];
    variable.value = value;
    variable.setBy = 'Console';
  }
  return [shown(variable)];
}

function shown({ name, value, setBy }: Variable): string {
  return `${name} = "${value}"      LastSetBy: ${setBy}`;
}
