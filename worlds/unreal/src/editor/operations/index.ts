import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { destroyActor, moveActor, spawnActor } from './actor-writes.js';
import { getActor, listActors } from './actors.js';
import { describeAsset } from './asset-detail.js';
import { listAssets } from './assets.js';
import { runConsole } from './console.js';
import { readContents } from './contents.js';
import type { Operation } from './editor.js';
import { callFunction } from './functions.js';
import { listLevels, openLevel } from './levels.js';
import { tailLog, writeLog } from './log.js';
import { showAsset } from './picture.js';
import { describeProject } from './project.js';
import { readProperty, writeProperty } from './properties.js';
import { runPython } from './python-run.js';
import { listReach, listReferences } from './references.js';
import { takeScreenshot } from './screenshot.js';
import { describeClass, searchContents } from './search.js';
import { getSelection, setSelection } from './selection.js';
import { listUnused } from './unused.js';
import { planWrite } from './write-plans.js';

type Table = { readonly [Name in OperationName]: Operation<ParamsOf<Name>, ResultOf<Name>> };

export const OPERATIONS: Table = {
  'project.describe': describeProject,
  'asset.list': listAssets,
  'asset.describe': describeAsset,
  'class.describe': describeClass,
  'asset.contents': readContents,
  'asset.references': listReferences,
  'asset.reach': listReach,
  'asset.unused': listUnused,
  'asset.search': searchContents,
  'asset.picture': showAsset,
  'level.list': listLevels,
  'level.open': openLevel,
  'actor.list': listActors,
  'actor.get': getActor,
  'actor.spawn': spawnActor,
  'actor.destroy': destroyActor,
  'actor.transform': moveActor,
  'property.read': readProperty,
  'property.write': writeProperty,
  'function.call': callFunction,
  'selection.get': getSelection,
  'selection.set': setSelection,
  'log.tail': tailLog,
  'log.write': writeLog,
  'console.run': runConsole,
  'python.run': runPython,
  'screenshot.take': takeScreenshot,
  'write.plan': planWrite,
};
