import type { PropertyValue } from '@worldwire/uasset';
import type { TemplateOf } from './object-templates.js';

const DOWN = { RelativeRotation: { Pitch: -90, Yaw: 0, Roll: 0 } };

/** Classes of the engine whose root component does not have the usual place, by class and component. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, PropertyValue>>>> = {
  '/Script/Engine.DirectionalLight LightComponent0': {
    RelativeRotation: { Pitch: -46, Yaw: 0, Roll: 0 },
    RelativeScale3D: { X: 2.5, Y: 2.5, Z: 2.5 },
  },
  '/Script/Engine.SpotLight LightComponent0': DOWN,
  '/Script/Engine.DecalActor NewDecalComponent': DOWN,
};

/** A value that native code gives to a component; undefined where it is not known to differ from the usual one. */
export function nativeDefault(
  { class: path, part }: TemplateOf,
  property: string,
): PropertyValue | undefined {
  return DEFAULTS[`${path} ${part}`]?.[property];
}
