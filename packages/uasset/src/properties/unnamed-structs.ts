/**
 * Older tags of arrays and maps do not name their struct. Nearly all structs use tags and need no name; these properties of
 * the engine have native structs.
 */
export const UNNAMED_STRUCTS: ReadonlyMap<string, string> = new Map([
  ['BoneRotationOffsets', 'Quat'],
  ['BoundPinNames', 'Guid'],
  ['IrrelevantLights', 'Guid'],
  ['Keys', 'RichCurveKey'],
  ['LayersData', 'Guid'],
  ['PropertyGuids', 'Guid'],
  ['ReferencedTextureGuids', 'Guid'],
  ['StaticNavigableGeometry', 'Vector'],
  ['VertexData', 'Vector'],
  ['Vertices', 'Vector'],
]);
