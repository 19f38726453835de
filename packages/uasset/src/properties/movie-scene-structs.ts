import type { PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { fixedStructs } from './fixed-structs.js';
import { real } from './numbers.js';
import type { NestedForm, StructReader } from './struct-reader.js';
import type { ValueScope } from './value-scope.js';

const SEGMENT_IDS = 5;
const SOFT_EVENT_STRUCT = 5;
/** A range, then the indices of its parent, its children and its data. */
const NODE_BYTES = 26;
const ENTRY_BYTES = 12;
const TIME_WARPS = [
  'PlayRate',
  'Custom',
  'FixedTime',
  'FrameRate',
  'Loop',
  'Clamp',
  'LoopFloat',
  'ClampFloat',
];

const range = (scope: ValueScope) => fixedStructs.MovieSceneFrameRange!(scope);

/** What is evaluated in which range: `{ Ranges, Items }`, without the indices that connect the parts of the tree. */
function tree(leastBytes: number, item: NestedForm): NestedForm {
  return (scope, structs) => {
    const { cursor } = scope;
    const node = () => {
      const found = range(scope);
      cursor.skip(NODE_BYTES - 10);
      return found;
    };
    const skipEntries = () => cursor.skip(cursor.count(ENTRY_BYTES) * ENTRY_BYTES);
    const root = node();
    skipEntries();
    const ranges = [root, ...scope.list(NODE_BYTES, node)];
    skipEntries();
    return { Ranges: ranges, Items: scope.list(leastBytes, () => item(scope, structs)) };
  };
}

/** A struct after the path of its type: `{ struct, value }`, or null. */
const typedStruct: NestedForm = ({ cursor }, structs) => {
  const struct = cursor.text();
  return struct === '' ? null : { struct, value: structs.named(struct) };
};

const segment: NestedForm = (scope, structs) => {
  const { cursor, layout } = scope;
  const found = { Range: range(scope) };
  const identified =
    layout.custom(CUSTOM.sequencer) > SEGMENT_IDS ? { ID: cursor.i32(), bAllowEmpty: cursor.flag() } : {};
  return { ...found, ...identified, Impls: scope.list(8, () => structs.struct()) };
};

const eventParameters: NestedForm = scope => {
  const { cursor, layout } = scope;
  const soft = layout.custom(CUSTOM.release) >= SOFT_EVENT_STRUCT;
  const struct = soft ? scope.softPath() : scope.object();
  const bytes = cursor.bytes(cursor.count(1));
  return {
    StructType: struct,
    ...(bytes.length > 0 && { StructBytes: Buffer.from(bytes).toString('base64') }),
  };
};

const timeWarp: NestedForm = (scope, structs) => {
  const { cursor } = scope;
  const kind = cursor.flag() ? 'PlayRate' : TIME_WARPS[cursor.u8()];
  if (kind === undefined) throw cursor.malformed('The type of a time warp is unknown.');
  return { [kind]: warpValue(kind, scope, structs) };
};

function warpValue(kind: string, scope: ValueScope, structs: StructReader): PropertyValue {
  if (kind === 'PlayRate') return real(scope.cursor.f64());
  return kind === 'Custom' ? scope.object() : structs.struct();
}

const subSequence = (warps: boolean) =>
  tree(5, (scope, structs) => {
    const entry = { SequenceID: scope.cursor.u32(), Flags: scope.cursor.u8() };
    if (warps) structs.struct();
    return entry;
  });

const subSection = tree(21, scope => ({
  Section: scope.object(),
  ObjectBindingId: scope.cursor.guid(),
  Flags: scope.cursor.u8(),
}));

const objectReferences: NestedForm = scope =>
  scope.list(36, () => ({
    key: scope.cursor.guid(),
    value: { ObjectId: scope.cursor.guid(), ObjectPath: scope.cursor.text() },
  }));

/** The name of the type, then its struct. */
const locatorFragment: NestedForm = ({ cursor }, structs) => {
  const type = cursor.name();
  return type === 'None' ? null : { type, value: structs.struct() };
};

export const movieSceneStructs: Readonly<Record<string, readonly NestedForm[]>> = {
  SectionEvaluationDataTree: [tree(8, (_scope, structs) => structs.struct())],
  MovieSceneEvaluationFieldEntityTree: [
    tree(8, ({ cursor }) => ({ EntityIndex: cursor.i32(), MetaDataIndex: cursor.i32() })),
  ],
  MovieSceneTrackFieldData: [tree(4, ({ cursor }) => cursor.u32())],
  MovieSceneSubSectionFieldData: [subSection],
  MovieSceneSubSequenceTree: [subSequence(false), subSequence(true)],
  MovieSceneEvalTemplatePtr: [typedStruct],
  MovieSceneTrackImplementationPtr: [typedStruct],
  MovieSceneSequenceInstanceDataPtr: [typedStruct],
  MovieSceneSegment: [segment],
  MovieSceneEventParameters: [eventParameters],
  MovieSceneTimeWarpVariant: [timeWarp],
  LevelSequenceObjectReferenceMap: [objectReferences],
  UniversalObjectLocatorFragment: [locatorFragment],
};
