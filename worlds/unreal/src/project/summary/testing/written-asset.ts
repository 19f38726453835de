import {
  type WrittenExport,
  type WrittenPackage,
  type WrittenProperty,
  type WrittenValue,
  writePackage,
} from '@worldwire/uasset/testing';
import type { AssetDetail } from '../../../port/operations.js';
import { TempProject } from '../../temp-project.test.js';

/** Another object of the package, by its place in the list from 0. */
export class Ref {
  constructor(readonly object: number) {}
}

/** A property value: lists and structures are written with tags. */
export type Given = boolean | number | string | Ref | readonly Given[] | { readonly [name: string]: Given };

export interface WrittenObject {
  readonly class: string;
  readonly name?: string;
  /** Place of the object that contains it; the main object unless given. */
  readonly inside?: number;
  readonly values?: Readonly<Record<string, Given>>;
  readonly tail?: WrittenExport['tail'];
}

export interface WrittenOptions extends Pick<WrittenPackage, 'ue4' | 'ue5' | 'customVersions'> {
  readonly tags?: Readonly<Record<string, string>>;
  /** Classes of objects of other packages, by their paths. */
  readonly imported?: Readonly<Record<string, string>>;
}

export const ref = (object: number): Ref => new Ref(object);

/** The description of an asset whose objects are given; the first is the main object. */
export async function described(
  objects: readonly WrittenObject[],
  { tags = {}, imported = {}, ...versions }: WrittenOptions = {},
): Promise<AssetDetail> {
  const classes = [...new Set(objects.map(each => each.class))];
  const imports = [
    ...classes.map(name => ({ name, className: 'Class' })),
    ...Object.entries(imported).map(([name, className]) => ({ name, className })),
  ];
  const exports = objects.map(
    (each, at): WrittenExport => ({
      name: each.name ?? (at === 0 ? 'Asset' : `${each.class}_${at}`),
      classIndex: -1 - classes.indexOf(each.class),
      outer: at === 0 ? 0 : (each.inside ?? 0) + 1,
      isAsset: at === 0,
      properties: Object.entries(each.values ?? {}).map(([name, value]) => property(name, value)),
      ...(each.tail && { tail: each.tail }),
    }),
  );
  const registry = [{ path: 'Asset', className: objects[0]?.class ?? '', tags }];
  const project = new TempProject();
  project.write('Content/Asset.uasset', writePackage({ ...versions, imports, exports, registry }));
  return (await project.open()).call('asset.describe', { path: '/Game/Asset' });
}

export async function summaryOf(
  objects: readonly WrittenObject[],
  options?: WrittenOptions,
): Promise<readonly string[]> {
  return (await described(objects, options)).summary ?? [];
}

/** An element of a fixed array has its place in its name: "FloatCurves[1]". */
function property(given: string, value: Given): WrittenProperty {
  const [, name = given, index] = /^(.+)\[(\d+)\]$/.exec(given) ?? [];
  return {
    name,
    type: typeOf(value),
    value: written(value),
    ...(index !== undefined && { index: Number(index) }),
  };
}

function typeOf(value: Given): string {
  if (typeof value === 'boolean') return 'BoolProperty';
  if (typeof value === 'number') return 'FloatProperty';
  if (typeof value === 'string') return 'StrProperty';
  if (value instanceof Ref) return 'ObjectProperty';
  if (!Array.isArray(value)) return 'StructProperty(Thing)';
  return `ArrayProperty(${value.length === 0 ? 'StrProperty' : typeOf(value[0] as Given)})`;
}

function written(value: Given): WrittenValue {
  if (value instanceof Ref) return value.object + 1;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(each => written(each as Given)) as WrittenValue[];
  return Object.entries(value).map(([name, member]) => property(name, member as Given));
}
