import { namesBelow, nothingAt } from '../port/nothing-at.js';
import type { AssetFilter, AssetInfo, Page } from '../port/operations.js';
import { packageOf } from '../port/package-of.js';
import { byLetters, inOrder, pageOf, readPaging } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions } from '../port/unreal-source.js';
import { type AssetPlan, assetClassPath, isAssetOf } from './model/asset.js';
import { nameOf, objectPath } from './model/blueprint-plan.js';
import { Values } from './model/values.js';
import { barePath } from './object-path.js';
import { Steps } from './steps.js';

/** An asset of the project, with what was written to it. */
export interface Asset {
  readonly plan: AssetPlan;
  readonly info: AssetInfo;
  readonly values: Values;
}

/** The assets of the project, by their packages. */
export class Library {
  readonly #assets: ReadonlyMap<string, Asset>;

  constructor(plans: readonly AssetPlan[]) {
    this.#assets = new Map(
      plans.map(plan => {
        const info = { path: plan.path, name: nameOf(plan.path), class: plan.class };
        return [plan.path.toLowerCase(), { plan, info, values: new Values() }];
      }),
    );
  }

  get all(): readonly Asset[] {
    return [...this.#assets.values()];
  }

  /** By the package or by anything in it. */
  find(path: string): Asset | undefined {
    return this.#assets.get(packageOf(barePath(path)).toLowerCase());
  }

  get(path: string): Asset {
    const found = this.find(path);
    if (found !== undefined) return found;
    const word = nameOf(packageOf(barePath(path))).toLowerCase();
    const near = this.all.filter(({ info }) => {
      const name = info.name.toLowerCase();
      return word !== '' && (name.includes(word) || word.includes(name.replace(/^\w+?_/, '')));
    });
    const about = near.slice(0, 3).map(({ info }) => info.path);
    const hint =
      about.length > 0 ? `Did you mean ${about.join(' or ')}?` : 'List the assets to see which there are.';
    throw new UnrealError('not-found', `There is no asset ${path}. ${hint}`);
  }

  ofClass(className: string): readonly Asset[] {
    return this.all.filter(({ info }) => isAssetOf(info.class, className));
  }

  list(
    { path = '/Game', class: className, query, ...paging }: AssetFilter,
    options: CallOptions,
  ): Page<AssetInfo> {
    if (!path.startsWith('/')) {
      throw new UnrealError(
        'invalid',
        `${path} is no path of a project. Send one that begins with "/", such as /Game/Maps.`,
      );
    }
    const asked = readPaging(paging);
    const folder = packageOf(barePath(path)).toLowerCase().replace(/\/+$/, '');
    const wanted = className?.toLowerCase();
    const word = query?.toLowerCase() ?? '';
    const { all } = this;
    const isBelow = (place: string) => place === folder || place.startsWith(`${folder}/`);
    if (!all.some(({ info }) => isBelow(info.path.toLowerCase())))
      throw nothingAt(path, namesBelow(all.map(({ info }) => info.path)));
    const steps = new Steps(options, all.length, 'Looking through the assets');
    const found = all
      .map(({ info }) => info)
      .filter(info => {
        steps.done();
        const place = info.path.toLowerCase();
        return (
          isBelow(place) &&
          (wanted === undefined ||
            [info.class, assetClassPath(info.class)].some(each => each.toLowerCase() === wanted)) &&
          place.includes(word)
        );
      });
    const pathOf = ({ path: key }: AssetInfo) => key;
    return pageOf(inOrder(found, pathOf, byLetters), pathOf, asked, byLetters);
  }

  /** The path of an asset's main object, where it is of the class. */
  objectOf(path: string, className: string): string | undefined {
    const found = this.find(path);
    return found !== undefined && isAssetOf(found.info.class, className)
      ? objectPath(found.info.path)
      : undefined;
  }
}
