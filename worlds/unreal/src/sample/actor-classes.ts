import { type ActorClass, NATIVE_CLASSES } from './model/actor-class.js';
import { type BlueprintPlan, classOfBlueprint } from './model/blueprint-plan.js';
import { bareName, barePath } from './object-path.js';

/** The classes whose actors can be in a level: those of the engine and those of the project's Blueprints. */
export class ActorClasses {
  /** By name, by path, and by the package of the Blueprint, all in small letters: Unreal does not tell them apart. */
  readonly #known = new Map<string, ActorClass>();
  readonly all: readonly ActorClass[];

  constructor(blueprints: readonly BlueprintPlan[]) {
    const native = new Map(NATIVE_CLASSES.map(each => [each.name, each]));
    const made = blueprints.flatMap(plan => {
      const base = native.get(plan.parent);
      return base === undefined ? [] : [classOfBlueprint(plan, base)];
    });
    this.all = [...native.values(), ...made];
    for (const each of this.all) {
      for (const spelling of [each.name, each.path]) this.#known.set(spelling.toLowerCase(), each);
    }
    for (const each of made) {
      const object = each.path.replace(/_C$/, '');
      const spellings = [object, object.slice(0, object.indexOf('.')), each.name.replace(/_C$/, '')];
      for (const spelling of spellings) this.#known.set(spelling.toLowerCase(), each);
    }
  }

  /** By whatever a person would call it: "BP_Door", "BP_Door_C", "/Game/Blueprints/BP_Door", "/Script/Engine.PointLight". */
  find(spelling: string): ActorClass | undefined {
    return this.#known.get(barePath(spelling).toLowerCase());
  }

  get placeable(): readonly string[] {
    return this.all.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
  }

  /** Whether it is the class or stands on it. */
  isA(actorClass: ActorClass, wanted: string): boolean {
    const found = this.find(wanted) ?? this.find(bareName(wanted));
    for (let each: ActorClass | undefined = actorClass; each !== undefined; each = each.base) {
      if (each === found) return true;
    }
    return false;
  }
}
