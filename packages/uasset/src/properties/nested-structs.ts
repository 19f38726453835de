import { instancedStructs } from './instanced-structs.js';
import { movieSceneStructs } from './movie-scene-structs.js';
import { niagaraStructs } from './niagara-structs.js';
import { single } from './numbers.js';
import { type NestedForm, structName } from './struct-reader.js';

/** In editor packages, tags follow a flag. */
const unlessCooked: NestedForm = ({ cursor }, structs) => {
  if (cursor.flag()) throw cursor.malformed('A struct in an editor package is marked as cooked.');
  return structs.struct();
};

const oldNaniteMaterial: NestedForm = scope => ({
  OverrideMaterialRef: scope.softPath(),
  bEnableOverride: scope.cursor.flag(),
  OverrideMaterial: scope.object(),
});

/** Tags, then what all users of the same definition share. */
const worldConditions: NestedForm = ({ cursor }, structs) => {
  const definition = structs.struct();
  if (cursor.left === 0 || !cursor.flag()) return definition;
  return { definition, shared: structs.struct() };
};

const attributeCurve: NestedForm = (scope, structs) => {
  const { cursor } = scope;
  const times = scope.list(4, () => single(cursor.f32()));
  const struct = scope.softPath();
  if (typeof struct !== 'string') return { Keys: times };
  const name = structName(struct);
  return { ScriptStructPath: struct, Keys: times.map(time => ({ Time: time, Value: structs.named(name) })) };
};

/** Natively serialised structs with other structs in them, and their possible layouts. */
export const NESTED_STRUCTS: ReadonlyMap<string, readonly NestedForm[]> = new Map(
  Object.entries({
    ...instancedStructs,
    ...niagaraStructs,
    ...movieSceneStructs,
    AttributeCurve: [attributeCurve],
    FontData: [unlessCooked],
    MaterialOverrideNanite: [unlessCooked, oldNaniteMaterial],
    WorldConditionQueryDefinition: [worldConditions],
  }),
);
