import type { AssetPlan } from '../model/asset.js';
import { type BlueprintPlan, classPath, objectPath } from '../model/blueprint-plan.js';
import type { LevelPlan } from '../model/level-plan.js';
import { bool, classOf, double, fixed, list, property, string, text } from '../model/property.js';
import { DATA } from './data.js';
import { DOOR } from './door.js';
import { FERRY } from './ferry.js';
import { GAME_MODE } from './game-mode.js';
import { HARBOUR } from './harbour.js';
import { INTERACTABLE } from './interactable.js';
import { LANTERN } from './lantern.js';
import { LIGHTHOUSE } from './lighthouse.js';
import { LIGHTHOUSE_ISLAND } from './lighthouse-island.js';
import { MATERIALS } from './materials.js';
import { MESHES } from './meshes.js';
import { PATHS } from './paths.js';
import { TEXTURES } from './textures.js';

const BLUEPRINTS: readonly BlueprintPlan[] = [INTERACTABLE, DOOR, FERRY, GAME_MODE, LANTERN, LIGHTHOUSE];
const LEVELS: readonly LevelPlan[] = [HARBOUR, LIGHTHOUSE_ISLAND];

/** Everything that the sample's content browser has. */
export const ASSETS: readonly AssetPlan[] = [
  ...BLUEPRINTS.map(blueprint),
  ...DATA,
  ...LEVELS.map(level),
  ...MATERIALS,
  ...MESHES,
  ...TEXTURES,
];

function blueprint(plan: BlueprintPlan): AssetPlan {
  const parent = plan.isInterface ? '/Script/CoreUObject.Interface' : `/Script/Engine.${plan.parent}`;
  const interfaces = plan.interfaces.map(classPath);
  const kind = plan.isInterface ? 'BPTYPE_Interface' : 'BPTYPE_Normal';
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
