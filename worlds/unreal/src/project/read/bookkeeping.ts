import type { Values } from './property-values.js';

/** Properties by which the editor and the compiler keep their state: graphs and variables are described by themselves. */
const BOOKKEEPING = new Set([
  'ActorLabel',
  'AttachParent',
  'BlueprintGuid',
  'BlueprintSystemVersion',
  'bLegacyNeedToPurgeSkelRefs',
  'bVisualizeComponent',
  'Breakpoints',
  'CategorySorting',
  'ComponentTemplates',
  'CrcLastCompiledCDO',
  'CrcLastCompiledSignature',
  'CreationMethod',
  'DelegateSignatureGraphs',
  'FunctionGraphs',
  'GeneratedVariables',
  'InheritableComponentHandler',
  'LastEditedDocuments',
  'MacroGraphs',
  'NewVariables',
  'SimpleConstructionScript',
  'SkeletonGeneratedClass',
  'ThumbnailInfo',
  'Timelines',
  'UberGraphFrame',
  'UbergraphPages',
  'UCSModifiedProperties',
  'UCSSerializationIndex',
  'VisualizerTag',
  'WatchedPins',
]);

/** The values that a person sets. */
export function withoutBookkeeping(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !BOOKKEEPING.has(name)));
}
