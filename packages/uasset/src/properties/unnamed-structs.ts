/**
 * Older tags of arrays and maps do not name the struct in them. Nearly all are written tag by tag and need no name; of
 * these properties of the engine it is known that they are not.
 */
export const UNNAMED_STRUCTS: ReadonlyMap<string, string> = new Map([
  ['BoundPinNames', 'Guid'],
  ['IrrelevantLights', 'Guid'],
  ['Keys', 'RichCurveKey'],
  ['LayersData', 'Guid'],
  ['PropertyGuids', 'Guid'],
  ['ReferencedTextureGuids', 'Guid'],
  ['VertexData', 'Vector'],
]);
