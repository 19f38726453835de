import { Emitter } from '@worldwire/server/kit';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions, SourceEvent, SourceState, UnrealSource } from '../port/unreal-source.js';
import { actorOperations } from './actor-operations.js';
import { assetOperations } from './asset-operations.js';
import { FIRST_LINES } from './content/first-log.js';
import { ASSETS } from './content/sample-assets.js';
import { ENGINE_VERSION, PROJECT } from './content/sample-project.js';
import { levelOperations } from './level-operations.js';
import { LogBook } from './log-book.js';
import { Project } from './model/project-model.js';
import { nameOf } from './model/sample-object-path.js';
import { objectOperations } from './object-operations.js';
import { Console } from './sample-console.js';
import type { Handlers, SampleContext } from './sample-context.js';
import { noPython } from './sample-python.js';
import { screenshotOperations } from './sample-screenshot.js';
import { planWrite } from './write-plans.js';

/** Opens the sample as its content has it. */
export function openSample({ now }: { readonly now: () => number }): UnrealSource {
  return new SampleSource(now);
}

/** A small Unreal project in memory. Every write is done at once, so that writes never overlap. */
class SampleSource implements UnrealSource {
  readonly provenance = 'sample';
  readonly state: SourceState;
  readonly #handlers: Handlers;
  readonly #events = new Emitter<SourceEvent>();
  #closed = false;

  constructor(now: () => number) {
    this.state = { status: 'ready', since: new Date(now()).toISOString() };
    const project = new Project(ASSETS, ENGINE_VERSION);
    const log = new LogBook(now, () => this.#events.emit({ kind: 'log' }));
    for (const [category, verbosity, text] of FIRST_LINES) log.add(category, verbosity, text);
    log.add('LogFileHelpers', 'Log', `Loaded map '${nameOf(project.openLevel.path)}'`);
    const context = {
      project,
      log,
      now,
      changed: ({ actor, asset }) => {
        if (actor !== undefined) this.#events.emit({ kind: 'actor', path: actor.path });
        if (asset !== '') this.#events.emit({ kind: 'asset', path: asset });
      },
    } satisfies SampleContext;
    const commands = new Console(log);
    this.#handlers = {
      'project.describe': () => PROJECT,
      ...assetOperations(context),
      ...levelOperations(context),
      ...actorOperations(context),
      ...objectOperations(context),
      ...screenshotOperations(context),
      'log.tail': params => log.tail(params),
      'log.write': params => ({ line: log.write(params) }),
      'console.run': ({ command }) => ({ output: commands.run(command) }),
      'python.run': () => {
        throw noPython();
      },
      'write.plan': call => planWrite(context, call),
    };
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>> {
    options.signal.throwIfAborted();
    if (this.#closed)
      throw new UnrealError(
        'gone',
        'The sample is closed. Start the server again to use it.',
        'Ask the operator to start the server again; get_editor_state then reports ready.',
      );
    if (!Object.hasOwn(this.#handlers, name)) {
      throw new UnrealError('unsupported', `The sample has no operation ${name}. Use another one.`);
    }
    return this.#handlers[name](params, options);
  }

  listen(listener: (event: SourceEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** All changes are reported, watched or not. */
  watch(_path: string): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#events.clear();
  }
}
