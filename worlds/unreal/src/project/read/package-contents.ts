import { type ByteSource, type ExportEntry, type Package, PackageError } from '@worldwire/uasset';
import { TimeSlice } from '../../work/time-slice.js';
import { shortName } from '../index/package-entry.js';
import type { PackageContents, Use } from '../index/package-words.js';
import { isBlueprint } from './blueprint-info.js';
import { withoutBookkeeping } from './bookkeeping.js';
import { isGraphNode } from './graph-nodes.js';
import { graphUses } from './graph-uses.js';
import { literalsIn } from './literal-scan.js';
import type { ObjectTable } from './object-table.js';
import { elements, isStructure, textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

/** Bytes of one object, and of all together, that are searched for texts. */
const MAX_OBJECT_BYTES = 64 * 1024;
const MAX_SCANNED_BYTES = 512 * 1024;
/** Objects without texts of a person: pixels, vertices, samples, code, and what the editor keeps for itself. */
const WITHOUT_TEXTS =
  /^(Texture|StaticMesh$|SkeletalMesh$|Skeleton$|Anim(Sequence|DataModel|Bone|Composite)|Sound(Wave|Cue)|MetaData$|Function$|Font|BodySetup$|NavCollision|Model(Component)?$|Polys$|Niagara(Script|Graph|Node)|.*ImportData$|.*GeneratedClass$|EdGraphPin$|SCS_Node$)/;
const CLASSES = new Set(['Class', 'ScriptStruct', 'Enum', 'UserDefinedStruct', 'UserDefinedEnum']);
/** Classes of the editor that nearly every Blueprint refers to. */
const EDITOR_CLASSES =
  /^(K2Node|EdGraph|Blueprint$|BlueprintGeneratedClass$|Function$|Package$|MetaData$|SimpleConstructionScript$|SCS_Node$)/;

/** Names of the properties that `blueprintUses` reads. Without them it would read a Blueprint in vain. */
const DECLARING = new Set(['NewVariables', 'ImplementedInterfaces']);

const noSignal = new AbortController().signal;

/** What a search finds in a package. Parts that cannot be read are left out: describe_asset reports them. */
export async function contentsOf(
  opened: Package,
  bytes: ByteSource,
  table: ObjectTable,
  main: number,
): Promise<PackageContents> {
  const slice = new TimeSlice(noSignal);
  const uses: Use[] = [];
  for (const { className, name } of opened.imports) {
    if (isClass(className) && !EDITOR_CLASSES.test(name)) uses.push({ kind: 'class', name });
  }
  if (isBlueprint(shortName(table.classOf(main))) && opened.names.some(name => DECLARING.has(name)))
    uses.push(...(await blueprintUses(opened, main)));
  uses.push(...(await changedDefaults(opened)));
  uses.push(...(await graphUses(opened, table, slice)));
  const texts = await literals(opened, bytes, table);
  // Paths are in the lists of references.
  return { names: opened.names.filter(name => !name.startsWith('/')), texts, uses };
}

function isClass(className: string): boolean {
  return CLASSES.has(className) || className.endsWith('GeneratedClass');
}

/** The variables that a Blueprint declares and the interfaces that it implements. */
async function blueprintUses(opened: Package, main: number): Promise<Use[]> {
  const values = await valuesOf(opened, main);
  const named = (list: string, member: string) =>
    elements(values, list).flatMap(one => (isStructure(one) ? (textOf(one, member) ?? []) : []));
  return [
    ...named('NewVariables', 'VarName').map((name): Use => ({ kind: 'variable', name })),
    ...named('ImplementedInterfaces', 'Interface').map(
      (path): Use => ({ kind: 'implements', name: shortName(path) }),
    ),
  ];
}

/** The values that the class of a Blueprint changes. */
async function changedDefaults(opened: Package): Promise<Use[]> {
  const uses: Use[] = [];
  for (const [index, { name, className }] of opened.exports.entries()) {
    if (!name.startsWith('Default__') || !className.endsWith('_C')) continue;
    const names = Object.keys(withoutBookkeeping(await valuesOf(opened, index)));
    uses.push(...names.map((each): Use => ({ kind: 'default', name: each })));
  }
  return uses;
}

async function valuesOf(opened: Package, index: number): Promise<Values> {
  const read = await readableProperties(opened, index);
  return read instanceof PackageError ? {} : read.values;
}

async function literals(opened: Package, bytes: ByteSource, table: ObjectTable): Promise<readonly string[]> {
  const found = new Set<string>();
  let left = MAX_SCANNED_BYTES;
  for (const [index, entry] of opened.exports.entries()) {
    const { offset, size } = entry;
    if (!hasTexts(entry) || isGraphNode(table, index)) continue;
    if (offset < 0 || offset + size > bytes.size || size > left) continue;
    left -= size;
    for (const text of literalsIn(await bytes.read(offset, size))) found.add(text);
  }
  return [...found];
}

/** A short object has room only for numbers. */
function hasTexts({ className, size }: ExportEntry): boolean {
  return size > 32 && size <= MAX_OBJECT_BYTES && !WITHOUT_TEXTS.test(className);
}
