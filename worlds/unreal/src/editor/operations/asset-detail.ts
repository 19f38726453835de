import { requirePath } from '../../port/object-path.js';
import type { AssetDetail, ParamsOf, ResultOf } from '../../port/operations.js';
import { packageOf } from '../../port/package-of.js';
import { nameOf, objectOf, shortClass } from '../../port/unreal-paths.js';
import { isRecord, textField } from '../remote/fields.js';
import { type Refused, refusalIn } from '../remote/refusal.js';
import { findAsset } from './asset-registry.js';
import { describeBlueprint } from './blueprint.js';
import type { Operation } from './editor.js';
import { noAsset } from './references.js';

type Describe = Operation<ParamsOf<'asset.describe'>, ResultOf<'asset.describe'>>;

/** From the registry, the description of the object and its properties. Each of them may be refused. */
export const describeAsset: Describe = async (editor, params, job) => {
  const path = packageOf(requirePath(params.path));
  const object = objectOf(path);
  const notes: string[] = [];
  const closed: Refused[] = [];
  const noting = async <Found>(what: string, work: () => Promise<Found>): Promise<Found | undefined> => {
    try {
      return await work();
    } catch (thrown) {
      const refusal = refusalIn(thrown);
      if (refusal === undefined || job.signal.aborted) throw thrown;
      if (refusal.kind === 'closed') closed.push(refusal);
      notes.push(`${what}: ${[refusal.message, refusal.enable].filter(Boolean).join(' ')}`);
      return undefined;
    }
  };
  const entry = await noting('The asset registry was not read', () => findAsset(editor, path, job));
  const description = await noting('Its description was not read', () => editor.calls.describe(job, object));
  if (entry === undefined && description === undefined) throw closed[0] ?? noAsset(path);
  const className = entry?.class || shortClass(textField(description, 'Class') ?? '');
  const read = await noting('Its properties were not read', () => editor.calls.read(job, object));
  const texture = textureOf(className, entry?.tags);
  const found = className.endsWith('Blueprint')
    ? await describeBlueprint(editor, path, entry?.tags, job)
    : undefined;
  notes.push(...(found?.notes ?? []));
  return {
    path,
    name: entry?.name ?? nameOf(path),
    class: className,
    ...(entry?.tags === undefined ? {} : { tags: entry.tags }),
    ...(found?.blueprint === undefined ? {} : { blueprint: found.blueprint }),
    ...(texture === undefined ? {} : { texture }),
    ...(isRecord(read) ? { properties: read } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  };
};

/** The registry says of a texture how large it is. */
function textureOf(
  className: string,
  tags: Readonly<Record<string, string>> | undefined,
): AssetDetail['texture'] {
  const size = /^(\d+)x(\d+)$/.exec(tags?.Dimensions ?? '');
  if (!className.startsWith('Texture') || size === null) return undefined;
  const format = tags?.Format;
  return { width: Number(size[1]), height: Number(size[2]), ...(format === undefined ? {} : { format }) };
}
