import { parentClass } from '../model/blueprint-view.js';
import { fixed, property } from '../model/object-class.js';
import type { AssetPlan, BlueprintPlan, LevelPlan } from '../model/plans.js';
import { bool, classOf, double, list, string, text } from '../model/property-type.js';
import { classPath, objectPath } from '../model/sample-object-path.js';
import { DOOR } from './door.js';
import { FERRY } from './ferry.js';
import { GAME_MODE } from './game-mode.js';
import { INTERACTABLE } from './interactable.js';
import { LANTERN } from './lantern.js';
import { LIGHTHOUSE } from './lighthouse.js';
import { MATERIALS } from './materials.js';
import { MESHES } from './meshes.js';
import { PATHS } from './paths.js';
import { HARBOUR, LIGHTHOUSE_ISLAND } from './sample-levels.js';
import { TABLES } from './tables.js';
import { TEXTURES } from './textures.js';

/** The content of the sample project. */
export const ASSETS: readonly AssetPlan[] = [
  ...[INTERACTABLE, DOOR, FERRY, GAME_MODE, LANTERN, LIGHTHOUSE].map(blueprint),
  ...TABLES,
  ...[HARBOUR, LIGHTHOUSE_ISLAND].map(level),
  ...MATERIALS,
  ...MESHES,
  ...TEXTURES,
];

function blueprint(plan: BlueprintPlan): AssetPlan {
  const parent = parentClass(plan);
  const interfaces = plan.interfaces.map(classPath);
  const kind = plan.parent === undefined ? 'BPTYPE_Interface' : 'BPTYPE_Normal';
  return {
    path: plan.path,
    class: 'Blueprint',
    blueprint: plan,
    properties: [
      fixed('ParentClass', string, parent),
      fixed('GeneratedClass', string, classPath(plan.path)),
      fixed('ImplementedInterfaces', list(string), interfaces),
      fixed('BlueprintType', string, kind),
      property('BlueprintDescription', text, plan.description),
      property('bRunConstructionScriptOnDrag', bool, true),
    ],
    tags: {
      ParentClass: parent,
      GeneratedClass: classPath(plan.path),
      BlueprintType: kind,
      ...(interfaces.length === 0 ? {} : { ImplementedInterfaces: interfaces.join(',') }),
    },
  };
}

function level(plan: LevelPlan): AssetPlan {
  return {
    path: plan.path,
    class: 'World',
    level: plan,
    properties: [
      fixed('PersistentLevel', string, `${objectPath(plan.path)}:PersistentLevel`),
      property('DefaultGameMode', classOf('GameModeBase'), classPath(PATHS.gameMode)),
      property('KillZ', double(-1e9, 1e9), -10_000),
    ],
    tags: {},
  };
}
