import type { PropertyValue } from '@worldwire/uasset';
import { isStructure, type Values } from './property-values.js';

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

/** The same in assets that are not Blueprints: caches, ids, the source file, and the view of an editor. */
const ASSET_BOOKKEEPING =
  /^(AssetImportData|CachedExpressionData|EditorOnlyData|Editor[XY]|EditorPitch|EditorYaw|Expressions|FunctionExpressions|LastEditedDocuments|LightingGuid|ParameterStateId|RawDataGuid|ReferencedTextureGuids|StateId|ThumbnailImage|ThumbnailInfo)$/;

/** The values of an asset that a person sets. The summary of a material has its connections. */
export function withoutAssetBookkeeping(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !ASSET_BOOKKEEPING.test(name) && !isConnection(value)),
  );
}

function isConnection(value: PropertyValue): boolean {
  return isStructure(value) && 'Expression' in value && 'OutputIndex' in value;
}
