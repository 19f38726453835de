// Reads every package below some folders completely, and prints what was read, what was not, and what it cost.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  MemoryBytes,
  openPackage,
  readDataTable,
  readNodePins,
  readStringTable,
  readTexture,
} from '@worldwire/uasset';
import { Tally } from './tally.mjs';

const HELP = `node packages/uasset/fuzz/measure.mjs [options] FOLDER...

  --notes N    also prints the N most frequent notes, with an example of each (0)
  --slowest N  also prints the N slowest packages (3)
  --help       this text
`;
const PACKAGE = /\.(uasset|umap)$/i;
/** "PINS_IN_NODES" of node-pins.ts: UE 4.13. */
const PINS_IN_NODES = 505;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    notes: { type: 'string', default: '0' },
    slowest: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || positionals.length === 0) console.log(HELP);
else await main(positionals);

async function main(folders) {
  const tally = new Tally();
  for (const folder of folders) {
    for (const file of await packagesBelow(folder)) await measure(file, tally);
  }
  tally.print({ slowest: Number(values.slowest), notes: Number(values.notes) });
}

async function packagesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && PACKAGE.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort();
}

async function measure(file, tally) {
  const bytes = await readFile(file);
  const before = process.cpuUsage();
  tally.count('packages');
  const pkg = await tally.tried(file, 'package', () => openPackage(new MemoryBytes(bytes)));
  if (pkg === undefined) return;
  tally.count('packages opened');
  await tally.tried(file, 'references', () => pkg.softReferences());
  await tally.tried(file, 'dependencies', () => pkg.dependencies());
  await tally.tried(file, 'registry', () => pkg.registry());
  await measureObjects(pkg, file, tally);
  await measureNodes(pkg, file, tally);
  const { user, system } = process.cpuUsage(before);
  tally.costs.push({ ms: (user + system) / 1_000, file });
  await measurePictures(pkg, file, tally);
}

async function measureObjects(pkg, file, tally) {
  for (const [index, { className }] of pkg.exports.entries()) {
    tally.count('exports');
    const read = await tally.tried(file, `properties of ${className}`, () => pkg.properties(index));
    if (read === undefined) continue;
    JSON.stringify(read);
    if (read.notes.length === 0) tally.count('exports without a note');
    for (const note of read.notes) tally.note(note, `${file} ${className} ${index}`);
    if (/DataTable$|CurveTable$/.test(className) && read.values.RowStruct !== undefined) {
      tally.count('data tables');
      const table = await tally.tried(file, 'data table', () => readDataTable(pkg, index));
      if (table?.notes.length === 0) tally.count('data tables without a note');
    }
    if (className === 'StringTable') {
      tally.count('string tables');
      const table = await tally.tried(file, 'string table', () => readStringTable(pkg, index));
      if (table !== undefined) tally.count('string tables read');
    }
  }
}

async function measureNodes(pkg, file, tally) {
  const era = pkg.summary.versions.ue4 >= PINS_IN_NODES ? '4.13 and newer' : '4.12 and older';
  const pinsOf = new Map();
  for (const [index, { className, name, outer }] of pkg.exports.entries()) {
    const isK2 = /^K2Node/.test(className) && !name.startsWith('Default__');
    const inGraph =
      /Graph$/.test(pkg.exports[outer - 1]?.className ?? '') && /Node(?!Binding)/.test(className);
    if (!isK2 && !(inGraph && !/^RigVM/.test(className))) continue;
    if (isK2) tally.count(`K2 nodes, ${era}`);
    const pins = await tally.tried(file, `pins of ${className}`, () => readNodePins(pkg, index));
    if (pins === undefined) continue;
    if (isK2) tally.count(`K2 nodes with pins, ${era}`, pins.length > 0 ? 1 : 0);
    if (isK2 && pins.length === 0) tally.note(`${className} has no pins.`, `${file} ${index}`);
    pinsOf.set(index + 1, new Map(pins.map(pin => [pin.id, pin])));
  }
  for (const [node, pins] of pinsOf) {
    for (const pin of pins.values()) {
      for (const link of pin.linkedTo ?? []) {
        tally.count('wire ends');
        const back = pinsOf.get(link.node)?.get(link.pin)?.linkedTo ?? [];
        if (back.some(other => other.node === node && other.pin === pin.id))
          tally.count('wire ends seen from both ends');
        else tally.note('A wire is seen from one end only.', `${file} ${node} ${pin.name} ${link.node}`);
      }
    }
  }
}

async function measurePictures(pkg, file, tally) {
  for (const [index, { className, name }] of pkg.exports.entries()) {
    if (
      !/^(Texture(2D|Cube|2DArray|2DDynamic|LightProfile)?|VolumeTexture|LightMapTexture2D|ShadowMapTexture2D)$/.test(
        className,
      ) ||
      name.startsWith('Default__')
    )
      continue;
    tally.count('textures');
    const texture = await tally.tried(file, 'texture', () => readTexture(pkg, index));
    if (texture?.picture) tally.count('textures with a picture');
    for (const note of texture?.notes ?? []) tally.note(`${texture.format}: ${note}`, `${file} ${index}`);
  }
  const thumbnails = await tally.tried(file, 'thumbnails', () => pkg.thumbnails());
  tally.count('thumbnails', thumbnails?.length ?? 0);
  if (pkg.summary.thumbnailTableOffset > 0) {
    tally.count('packages with a thumbnail table');
    if (thumbnails?.length > 0) tally.count('packages with a thumbnail');
  }
}
