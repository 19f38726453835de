import type { ResultOf } from '../port/operations.js';
import { referenceList } from '../port/reference-list.js';
import type { CallOptions } from '../port/unreal-source.js';
import type { ActorClasses } from './actor-classes.js';
import type { Asset, Library } from './library.js';
import { classPath } from './model/blueprint-plan.js';
import { graphOf } from './model/graph.js';
import type { Property } from './model/property.js';
import type { Values } from './model/values.js';
import type { Stage } from './stage.js';
import { Steps } from './steps.js';

const PACKAGE = /\/Game\/\w+(?:\/\w+)*/g;

interface Named {
  readonly hard: Set<string>;
  readonly soft: Set<string>;
}

/** Which packages name which others. Read from what the assets hold now, so that a write may change it. */
export class References {
  readonly #library: Library;
  readonly #classes: ActorClasses;
  readonly #stage: Stage;

  constructor(library: Library, classes: ActorClasses, stage: Stage) {
    this.#library = library;
    this.#classes = classes;
    this.#stage = stage;
  }

  of(asset: Asset, options: CallOptions): ResultOf<'asset.references'> {
    const { path } = asset.info;
    const { all } = this.#library;
    const steps = new Steps(options, all.length, 'Looking through the assets');
    const own = this.#namedBy(asset);
    steps.done();
    const [hard, soft]: [string[], string[]] = [[], []];
    for (const other of all) {
      if (other === asset) continue;
      const named = this.#namedBy(other);
      steps.done();
      if (named.hard.has(path)) hard.push(other.info.path);
      else if (named.soft.has(path)) soft.push(other.info.path);
    }
    return { references: referenceList(own.hard, own.soft), referencers: referenceList(hard, soft) };
  }

  #namedBy({ plan, info, values }: Asset): Named {
    const named: Named = { hard: new Set(), soft: new Set() };
    const take = (value: unknown, into: Set<string>) => {
      for (const [path] of JSON.stringify(value ?? null).matchAll(PACKAGE)) {
        const found = this.#library.find(path);
        if (found !== undefined && found.info !== info) into.add(found.info.path);
      }
    };
    const takeAll = (
      properties: readonly Property[],
      from: Values,
      only: (property: Property) => boolean,
    ) => {
      for (const property of properties) {
        if (only(property)) take(from.get(property), isSoft(property) ? named.soft : named.hard);
      }
    };
    takeAll(plan.properties, values, () => true);
    take([plan.inside, plan.dataTable], named.hard);
    const { blueprint, level } = plan;
    if (blueprint !== undefined) {
      const made = this.#classes.find(classPath(info.path));
      if (made !== undefined) takeAll(blueprint.variables, made.defaults, () => true);
      const graphs = [blueprint.events, ...blueprint.functions.map(({ nodes }) => nodes)].map(graphOf);
      take([blueprint.components, graphs], named.hard);
    }
    for (const actor of level === undefined ? [] : this.#stage.actors(level.path)) {
      take(actor.class.path, named.hard);
      // What comes from the class is the class's own reference.
      takeAll(actor.class.properties, actor.values, property => actor.values.has(property));
      for (const part of actor.components) {
        takeAll(part.class.properties, part.values, property => part.values.has(property));
      }
    }
    return named;
  }
}

function isSoft({ type }: Property): boolean {
  return (type.kind === 'array' ? type.of : type).kind === 'soft';
}
