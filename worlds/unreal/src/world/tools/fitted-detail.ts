import { fitItems } from '@worldwire/server/kit';
import type { ActorDetail, AssetDetail, BlueprintInfo } from '../../port/operations.js';
import { fitMembers } from '../state/fit-values.js';

/** Characters of one part of a description, so that a large part leaves space for the others. */
const MAX_PART = 12_000;

interface Fitted<Detail> {
  readonly detail: Detail;
  /** What was left out, such as "3 of 10 variables". */
  readonly missing: readonly string[];
}

/** A description that fits into an answer. `start` is the number of table rows before this page. */
export function fittedAsset(asset: AssetDetail, start: number): Fitted<AssetDetail> {
  const cutter = new AnswerFitter();
  const { tags, blueprint, dataTable, stringTable, properties, notes } = asset;
  const rows = dataTable && cutter.rows(dataTable.rows);
  const entries = stringTable && (cutter.rows(stringTable.entries) as Record<string, string>);
  const shown = Object.keys(rows ?? entries ?? {}).length;
  // A page that is cut because of its size ends earlier.
  const more = start + shown < (dataTable ?? stringTable ?? { total: 0 }).total && shown > 0;
  const { nextCursor: _, ...facts } = asset;
  const detail: AssetDetail = {
    ...facts,
    ...(tags && { tags: cutter.members('tags', tags) as Record<string, string> }),
    ...(blueprint && { blueprint: fittedBlueprint(blueprint, cutter) }),
    ...(rows && { dataTable: { ...dataTable, rows } }),
    ...(entries && { stringTable: { ...stringTable, entries } }),
    ...(more && { nextCursor: String(start + shown) }),
    ...(properties && { properties: cutter.members('properties', properties) }),
    ...(notes && { notes: cutter.list('notes', notes) }),
  };
  return { detail, missing: cutter.missing };
}

export function fittedActor(actor: ActorDetail): Fitted<ActorDetail> {
  const cutter = new AnswerFitter();
  const detail = {
    ...actor,
    components: cutter.list('components', actor.components),
    properties: cutter.members('properties', actor.properties),
    ...(actor.notes && { notes: cutter.list('notes', actor.notes) }),
  };
  return { detail, missing: cutter.missing };
}

function fittedBlueprint(blueprint: BlueprintInfo, cutter: AnswerFitter): BlueprintInfo {
  const { interfaces, variables, functions, components, graphs } = blueprint;
  return {
    ...blueprint,
    ...(interfaces && { interfaces: cutter.list('interfaces', interfaces) }),
    variables: cutter.list('variables', variables),
    functions: cutter.list('functions', functions),
    components: cutter.list('components', components),
    graphs: cutter.list('graphs', cutter.nodes(graphs)),
  };
}

class AnswerFitter {
  readonly missing: string[] = [];

  list<Item>(what: string, items: readonly Item[]): readonly Item[] {
    const kept = fitItems(items, { max: MAX_PART });
    this.#note(what, items.length - kept.length, items.length);
    return kept;
  }

  members(what: string, record: Parameters<typeof fitMembers>[0]) {
    const { kept, missing } = fitMembers(record, MAX_PART);
    this.#note(what, missing, Object.keys(record).length);
    return kept;
  }

  /** The first rows that fit; the next page has the others. A row that is too large by itself is cut. */
  rows(record: Parameters<typeof fitMembers>[0]) {
    const { kept, missing } = fitMembers(record, MAX_PART);
    const left = Object.keys(record).length - Object.keys(kept).length;
    this.#note('rows in part', missing - left, Object.keys(record).length);
    return kept;
  }

  /** Each graph gets the same share, so that all graphs are named. */
  nodes(graphs: BlueprintInfo['graphs']): BlueprintInfo['graphs'] {
    const share = MAX_PART / 2 / Math.max(1, graphs.length);
    let [missing, all] = [0, 0];
    const fitted = graphs.map(graph => {
      const nodes = fitItems(graph.nodes, { max: share });
      missing += graph.nodes.length - nodes.length;
      all += graph.nodes.length;
      return { ...graph, nodes };
    });
    this.#note('nodes', missing, all);
    return fitted;
  }

  #note(what: string, missing: number, all: number): void {
    if (missing > 0) this.missing.push(`${missing} of ${all} ${what}`);
  }
}
