import type { Engine } from '@worldwire/engine';
import type { Log } from '@worldwire/server';
import { UnrealError } from '../port/unreal-error.js';
import { ActorClasses } from './actor-classes.js';
import { actorOperations } from './actor-operations.js';
import { assetOperations } from './asset-operations.js';
import { Console } from './console.js';
import { ASSETS } from './content/assets.js';
import { FIRST_LINES } from './content/first-log.js';
import { PROJECT } from './content/project.js';
import type { Handlers } from './handlers.js';
import { levelOperations } from './level-operations.js';
import { Library } from './library.js';
import { LogBook } from './log-book.js';
import { Members } from './members.js';
import { nameOf } from './model/blueprint-plan.js';
import { objectOperations } from './object-operations.js';
import { Objects } from './objects.js';
import { References } from './references.js';
import { SampleSource } from './sample-source.js';
import { Scene } from './scene.js';
import { screenshotOperations } from './screenshot.js';
import { Selection } from './selection.js';
import { Stage, type StageActor } from './stage.js';
import { Teller } from './teller.js';

const PYTHON_NEEDS = [
  'An Unreal editor with the plugins "Python Editor Script Plugin" and "Remote Control API", and in',
  'Config/DefaultRemoteControl.ini, [/Script/RemoteControlCommon.RemoteControlSettings]: bEnableRemotePythonExecution=True',
].join(' ');

export interface SampleOptions {
  /** Stays the caller's, who closes it. */
  readonly engine: Engine;
  readonly log: Log;
  readonly now: () => number;
}

/** Puts the sample's levels on the engine, and gives the project when it can be asked. */
export async function openSample({ engine, log, now }: SampleOptions): Promise<SampleSource> {
  const teller = new Teller();
  const scene = new Scene(engine);
  const members = new Members(scene);
  const library = new Library(ASSETS);
  const classes = new ActorClasses(
    ASSETS.flatMap(({ blueprint }) => (blueprint === undefined ? [] : [blueprint])),
  );
  const levels = ASSETS.flatMap(({ level }) => (level === undefined ? [] : [level]));
  const stage = new Stage(scene, members, classes, levels);
  const objects = new Objects(library, classes, stage, members);
  const selection = new Selection();
  const book = new LogBook(now, () => teller.tell({ kind: 'log' }));
  const gone = (actor: StageActor) => {
    selection.drop(actor);
    book.add('LogEditorActor', 'Log', `Deleted Actor: ${actor.class.name} ${actor.path}`);
    teller.changed({ actor: actor.path, asset: actor.level });
  };
  const destroy = async (actor: StageActor) => {
    if (await stage.destroy(actor)) gone(actor);
  };
  const commands = new Console(scene, book);
  const parts = { scene, library, classes, stage, objects, selection, log: book, teller, now, destroy };
  const handlers: Handlers = {
    'project.describe': async () => PROJECT,
    ...assetOperations({ ...parts, references: new References(library, classes, stage) }),
    ...levelOperations(parts),
    ...actorOperations(parts),
    ...objectOperations(parts),
    ...screenshotOperations(parts),
    'log.tail': async params => ({ lines: book.tail(params) }),
    'log.write': async params => ({ line: book.write(params) }),
    'console.run': async ({ command }) => ({ output: await commands.run(command) }),
    'python.run': async () => {
      throw new UnrealError(
        'unsupported',
        'The sample has no Python. Start an editor and connect to it.',
        PYTHON_NEEDS,
      );
    },
  };
  for (const { category = '', verbosity = '', text } of FIRST_LINES) book.add(category, verbosity, text);
  await stage.build();
  book.add('LogFileHelpers', 'Log', `Loaded map '${nameOf(stage.openLevel.path)}'`);
  const dropped = (ids: readonly string[]) => {
    for (const actor of stage.dropped(new Set(ids))) gone(actor);
  };
  const rebuild = () => {
    selection.set([]);
    return stage.build();
  };
  return new SampleSource({ engine, stage, teller, handlers, log, now, dropped, rebuild });
}
