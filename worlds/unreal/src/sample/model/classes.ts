import { ACTOR_CLASSES } from './engine-classes.js';
import { derive, type ObjectClass } from './object-class.js';
import type { BlueprintPlan } from './plans.js';
import { barePath, classPath, nameOf } from './sample-object-path.js';

/** The actor classes of a project: those of the engine and those of its Blueprints. */
export class Classes {
  readonly all: readonly ObjectClass[];
  /** Unreal ignores case: the keys are in lower case. */
  readonly #bySpelling = new Map<string, ObjectClass>();

  constructor(blueprints: readonly BlueprintPlan[]) {
    const generated = blueprints.flatMap(plan => {
      const base = ACTOR_CLASSES.find(({ name }) => name === plan.parent);
      return base === undefined ? [] : [generatedClass(plan, base)];
    });
    this.all = [...ACTOR_CLASSES, ...generated];
    for (const each of this.all) this.#add(each, each.name, each.path);
    for (const each of generated) {
      const blueprint = each.path.replace(/_C$/, '');
      this.#add(each, blueprint, blueprint.slice(0, blueprint.indexOf('.')), nameOf(blueprint));
    }
  }

  get spawnable(): readonly string[] {
    return this.all.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
  }

  /** Accepts "BP_Door", "BP_Door_C", "/Game/Blueprints/BP_Door" and "/Script/Engine.PointLight". */
  find(spelling: string): ObjectClass | undefined {
    return this.#bySpelling.get(barePath(spelling).toLowerCase());
  }

  /** Whether a class is the wanted one or derived from it. */
  isA(objectClass: ObjectClass, wanted: string): boolean {
    const found = this.find(wanted) ?? this.find(nameOf(wanted));
    for (let each: ObjectClass | undefined = objectClass; each !== undefined; each = each.base) {
      if (each === found) return true;
    }
    return false;
  }

  #add(objectClass: ObjectClass, ...spellings: readonly string[]): void {
    for (const spelling of spellings) this.#bySpelling.set(spelling.toLowerCase(), objectClass);
  }
}

function generatedClass(plan: BlueprintPlan, base: ObjectClass): ObjectClass {
  return derive(base, `${nameOf(plan.path)}_C`, {
    path: classPath(plan.path),
    ...(base.refusal !== undefined && { refusal: base.refusal }),
    ...(plan.components.length > 0 && { components: plan.components }),
    properties: plan.variables,
    functions: plan.functions,
  });
}
