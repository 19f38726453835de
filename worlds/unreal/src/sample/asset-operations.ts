import { encodePng } from '@worldwire/picture';
import { namesBelow, nothingAt } from '../port/nothing-at.js';
import type { AssetDetail, AssetInfo } from '../port/operations.js';
import { packageOf } from '../port/package-of.js';
import { byLetters, inOrder, pageOf, readPaging } from '../port/paging.js';
import { selectedObject } from '../port/selected-object.js';
import { type RowRequest, readTablePaging, tablePage } from '../port/table-page.js';
import { UnrealError } from '../port/unreal-error.js';
import { withoutSlashes } from '../port/unreal-paths.js';
import { writeT3d } from '../t3d/t3d-writer.js';
import { assetObjects, t3dKnowledge } from './asset-objects.js';
import { PROJECT, SAVED_BY } from './content/sample-project.js';
import { blueprintInfo } from './model/blueprint-view.js';
import { type Asset, assetClassPath, type Project } from './model/project-model.js';
import { barePath } from './model/sample-object-path.js';
import { ball } from './picture/ball.js';
import type { Handlers, SampleContext } from './sample-context.js';
import { reachOf, referencesOf, unusedAssets } from './sample-references.js';
import { searchSample } from './sample-search.js';
import { startSteps } from './steps.js';

/** The assets of the project. */
export function assetOperations({
  project,
}: SampleContext): Handlers<
  | 'asset.list'
  | 'asset.describe'
  | 'asset.contents'
  | 'asset.references'
  | 'asset.reach'
  | 'asset.unused'
  | 'asset.search'
  | 'class.describe'
  | 'asset.picture'
> {
  return {
    'asset.list': ({ path = '/Game', class: className, query = '', ...paging }, options) => {
      if (!path.startsWith('/')) {
        throw new UnrealError(
          'invalid',
          `${path} is not a path. Send one that starts with "/", such as /Game/Maps.`,
        );
      }
      const page = readPaging(paging);
      const inside = below(project, path);
      if (inside.length === 0) throw nothingAt(path, namesBelow(pathsOf(project)));
      const done = startSteps(options, project.assets.length, 'Reading the assets');
      const wanted = className?.toLowerCase();
      const isWanted = ({ class: own }: AssetInfo) =>
        wanted === undefined || [own, assetClassPath(own)].some(each => each.toLowerCase() === wanted);
      const found = inside.filter(
        info => isWanted(info) && info.path.toLowerCase().includes(query.toLowerCase()),
      );
      done(project.assets.length);
      const pathOf = (info: AssetInfo) => info.path;
      return pageOf(inOrder(found, pathOf, byLetters), pathOf, page, byLetters);
    },

    'asset.describe': ({ path, ...paging }) =>
      describe(project, project.asset(path), readTablePaging(paging)),

    'asset.contents': ({ path, format, object }, options) => {
      if (format !== 't3d' && format !== 'json') {
        throw new UnrealError('invalid', `There is no format ${format}. Send t3d or json.`);
      }
      const asset = project.asset(path);
      const done = startSteps(options, 1, `Reading ${asset.info.path}`);
      const all = assetObjects(project, asset);
      const objects = object === undefined ? all : [selectedObject(all, object, asset.info.path)];
      const contents = format === 'json' ? { objects } : { text: writeT3d(objects, t3dKnowledge(project)) };
      done(1);
      return contents;
    },

    'asset.references': ({ path }, options) => {
      const asset = project.asset(path);
      const done = startSteps(options, project.assets.length, 'Reading the assets');
      const references = referencesOf(project, asset);
      done(project.assets.length);
      return references;
    },

    'asset.reach': ({ path, ...walk }) => reachOf(project, project.asset(path), walk),

    'asset.unused': (params, { signal }) => {
      const { path = '/Game' } = params;
      if (below(project, path).length === 0) throw nothingAt(path, namesBelow(pathsOf(project)));
      return unusedAssets(project, PROJECT.settings, params, signal);
    },

    'class.describe': ({ path }) => {
      throw new UnrealError(
        'unsupported',
        `${path} is a class of C++, and the sample has no code.`,
        'Start the server with --project and the folder of a project.',
      );
    },

    'asset.search': params => {
      const { path = '/Game' } = params;
      if (below(project, path).length === 0) throw nothingAt(path, namesBelow(pathsOf(project)));
      return searchSample(project, params);
    },

    'asset.picture': async ({ path }) => {
      const { info, plan } = project.asset(path);
      const raster = plan.texture?.draw() ?? (plan.surface && ball(plan.surface));
      if (raster === undefined) {
        throw new UnrealError(
          'not-found',
          `The sample has no picture of ${info.path}. It has pictures of textures and materials; a screenshot shows the open level.`,
        );
      }
      const { width, height } = raster;
      const about = plan.texture ? 'The pixels of the texture' : "The sample's drawing of the material";
      const data = await encodePng(raster, { description: `${about} ${info.path}.` });
      return { data, mimeType: 'image/png', width, height, shows: `${about} ${info.path}.` };
    },
  };
}

function pathsOf({ assets }: Project): readonly string[] {
  return assets.map(({ info }) => info.path);
}

function below({ assets }: Project, path: string): readonly AssetInfo[] {
  const folder = withoutSlashes(packageOf(barePath(path)).toLowerCase());
  return assets
    .map(({ info }) => info)
    .filter(info => `${info.path.toLowerCase()}/`.startsWith(`${folder}/`));
}

function describe(project: Project, asset: Asset, wanted: RowRequest): AssetDetail {
  const { info, plan, object } = asset;
  const { blueprint, texture, level, dataTable, stringTable } = plan;
  const rows = dataTable && tablePage(Object.entries(dataTable.rows), wanted);
  const texts = stringTable && tablePage(Object.entries(stringTable.entries), wanted);
  const nextCursor = rows?.nextCursor ?? texts?.nextCursor;
  return {
    ...info,
    savedBy: SAVED_BY,
    tags: plan.tags,
    ...(blueprint && { blueprint: blueprintInfo(blueprint, asset) }),
    ...(texture && { texture: { width: texture.size, height: texture.size, format: 'PF_B8G8R8A8' } }),
    ...(rows && { dataTable: { ...dataTable, rows: rows.members, total: rows.total } }),
    ...(texts && { stringTable: { ...stringTable, entries: texts.members, total: texts.total } }),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(level && { level: { actors: project.actors(level.path).length } }),
    properties: object.all(),
  };
}
