import type { RuntimeEvent } from '../embedded/messages.js';
import { Runtime } from '../embedded/runtime.js';
import { MEASURED_FRAMES } from '../embedded/view/motion.js';
import type { EngineError } from '../port/engine-error.js';
import type { InputOutcome, InputStep } from '../port/input.js';
import type { ObjectInfo, OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import type { Value, Vector3 } from '../port/value.js';

const FRAME = 1 / 60;

/** A scene of the embedded engine without its process and its clock: frames come when a test asks for them. */
export class LiveScene {
  readonly events: RuntimeEvent[] = [];
  readonly runtime: Runtime;

  constructor(scene: string) {
    const start = { scene, seed: 7, frameMs: FRAME * 1000, objects: 0, lastNumber: 0 };
    const abort = (reason: string): never => {
      throw new Error(reason);
    };
    this.runtime = new Runtime(start, event => this.events.push(event), abort);
  }

  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): ResultOf<Name> {
    return this.runtime.call(name, params) as ResultOf<Name>;
  }

  /** The result of an operation that takes several frames, which run meanwhile. */
  async later<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    frames = MEASURED_FRAMES,
  ): Promise<ResultOf<Name>> {
    const result = this.runtime.call(name, params) as Promise<ResultOf<Name>>;
    this.frames(frames);
    return result;
  }

  /** Sends input and runs frames until it has been delivered. */
  send(...steps: readonly InputStep[]): Promise<InputOutcome> {
    return this.later('input.send', { steps }, 2 * steps.length + 2);
  }

  /** The id of an object by its path, or by its name where that says enough. */
  find(nameOrPath: string): string {
    const { items } = this.call('object.list', { path: nameOrPath, limit: 1000 });
    const key = nameOrPath.startsWith('/') ? 'path' : 'name';
    const found = items.find((each: ObjectInfo) => each[key] === nameOrPath);
    if (found === undefined) throw new Error(`there is no ${nameOrPath}`);
    return found.id;
  }

  read(object: string, type: string, name: string): Value {
    return this.call('member.read', { object, type, name });
  }

  write(object: string, type: string, name: string, value: unknown): Value {
    return this.call('member.write', { object, type, name, value }).after;
  }

  invoke(object: string, type: string, name: string, ...args: unknown[]): Value {
    return this.call('method.call', { object, type, name, args });
  }

  position(object: string): Vector3 {
    return this.read(object, 'Transform', 'position').json as Vector3;
  }

  frames(count: number): void {
    for (let each = 0; each < count; each++) this.runtime.frame(FRAME, FRAME * 1000);
  }

  logs(level: 'info' | 'warning' | 'error'): string[] {
    return this.events.flatMap(event =>
      event.kind === 'log' && event.level === level ? [event.message] : [],
    );
  }
}

/** What something is refused with. */
export function refusal(work: () => unknown): EngineError {
  try {
    work();
  } catch (thrown) {
    return thrown as EngineError;
  }
  throw new Error('it was not refused');
}
