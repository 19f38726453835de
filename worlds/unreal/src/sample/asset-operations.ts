import type { JsonObject } from '@worldwire/protocol';
import { encodePng } from '@worldwire/uasset';
import type { AssetDetail, ObjectNode } from '../port/operations.js';
import { type RowRequest, readTablePaging, tablePage } from '../port/table-page.js';
import { UnrealError } from '../port/unreal-error.js';
import { writeT3d } from '../t3d/t3d-writer.js';
import type { ActorClasses } from './actor-classes.js';
import { SAVED_BY } from './content/project.js';
import type { Handlers } from './handlers.js';
import { levelObjects } from './level-objects.js';
import type { Asset, Library } from './library.js';
import { assetClassPath, node } from './model/asset.js';
import { classPath } from './model/blueprint-plan.js';
import { blueprintInfo, blueprintObjects } from './model/blueprint-view.js';
import { allOf } from './object-operations.js';
import type { Objects } from './objects.js';
import { ball } from './picture/ball.js';
import type { References } from './references.js';
import type { Stage } from './stage.js';
import { Steps } from './steps.js';
import { knowledgeOf } from './t3d-knowledge.js';

export interface AssetParts {
  readonly library: Library;
  readonly classes: ActorClasses;
  readonly objects: Objects;
  readonly stage: Stage;
  readonly references: References;
}

/** The assets of the project. */
export function assetOperations(
  parts: AssetParts,
): Handlers<'asset.list' | 'asset.describe' | 'asset.contents' | 'asset.references' | 'asset.picture'> {
  const { library, objects, references } = parts;
  return {
    'asset.list': async (filter, options) => library.list(filter, options),

    'asset.describe': async ({ path, ...paging }) =>
      describe(parts, library.get(path), readTablePaging(paging)),

    'asset.contents': async ({ path, format }, options) => {
      if (format !== 't3d' && format !== 'json') {
        throw new UnrealError('invalid', `There is no format ${format}. Send t3d or json.`);
      }
      const asset = library.get(path);
      const steps = new Steps(options, format === 'json' ? 2 : 3, `Reading ${asset.info.path}`);
      const properties = await allOf(objects.get(asset.info.path));
      steps.done();
      const nodes = await contents(parts, asset, properties);
      steps.done();
      if (format === 'json') return { objects: nodes };
      const text = writeT3d(nodes, knowledgeOf(library, parts.classes));
      steps.done();
      return { text };
    },

    'asset.references': async ({ path }, options) => references.of(library.get(path), options),

    'asset.picture': async ({ path }) => {
      const { info, plan } = library.get(path);
      const raster = plan.texture?.draw() ?? (plan.surface && ball(plan.surface));
      if (raster === undefined) {
        throw new UnrealError(
          'not-found',
          `The sample has no picture of ${info.path}. It has those of textures and materials; a screenshot shows the open level.`,
        );
      }
      const { width, height } = raster;
      const about =
        plan.texture === undefined ? "The sample's drawing of the material" : 'The pixels of the texture';
      return {
        data: await encodePng(raster, { description: `${about} ${info.path}.` }),
        mimeType: 'image/png',
        width,
        height,
      };
    },
  };
}

async function describe(
  { classes, objects, stage }: AssetParts,
  { info, plan }: Asset,
  wanted: RowRequest,
): Promise<AssetDetail> {
  const { blueprint, texture, level, dataTable, stringTable } = plan;
  const rows = dataTable && tablePage(Object.entries(dataTable.rows), wanted);
  const texts = stringTable && tablePage(Object.entries(stringTable.entries), wanted);
  const nextCursor = rows?.nextCursor ?? texts?.nextCursor;
  return {
    ...info,
    savedBy: SAVED_BY,
    tags: plan.tags,
    ...(blueprint && { blueprint: blueprintInfo(blueprint, classes.find(classPath(info.path))) }),
    ...(texture && { texture: { width: texture.width, height: texture.height, format: 'PF_B8G8R8A8' } }),
    ...(rows && { dataTable: { ...dataTable, rows: rows.members, total: rows.total } }),
    ...(texts && { stringTable: { ...stringTable, entries: texts.members, total: texts.total } }),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(level && { level: { actors: stage.actors(level.path).length } }),
    properties: await allOf(objects.get(info.path)),
  };
}

async function contents(
  { classes, objects, stage }: AssetParts,
  { info, plan }: Asset,
  properties: JsonObject,
): Promise<readonly ObjectNode[]> {
  const { blueprint, level, dataTable, stringTable } = plan;
  if (blueprint !== undefined) {
    return blueprintObjects(blueprint, classes.find(classPath(info.path)), properties);
  }
  const inside = level === undefined ? plan.inside : [await levelObjects(objects, stage.actors(level.path))];
  const tables: JsonObject = {
    ...(dataTable && { RowMap: { ...dataTable.rows } }),
    ...(stringTable && { KeysToEntries: { ...stringTable.entries } }),
  };
  return [node(assetClassPath(info.class), info.name, { ...properties, ...tables }, inside ?? [])];
}
