export { ByteWriter } from './byte-writer.js';
export { exercise } from './exercise.js';
export { fixtureNames, fixturePath, readFixture } from './fixtures.js';
export { mutate, mutateSummary, seeded } from './mutations.js';
export {
  type WrittenExport,
  type WrittenImport,
  type WrittenPackage,
  type WrittenThumbnail,
  writePackage,
} from './package-writer.js';
export type { WrittenProperty, WrittenValue } from './property-writer.js';
export { richPackages } from './rich-packages.js';
