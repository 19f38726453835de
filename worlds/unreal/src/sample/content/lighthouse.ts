import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/engine-classes.js';
import { call, callOwn, event, result, setVariable } from '../model/graph.js';
import { property, type Self } from '../model/object-class.js';
import type { BlueprintPlan } from '../model/plans.js';
import { bool, classOf, double } from '../model/property-type.js';
import { classPath, objectPath } from '../model/sample-object-path.js';
import { rotatorOf } from '../model/shapes.js';
import { method } from './interactable.js';
import { PATHS } from './paths.js';

const SCENE = '/Script/Engine.SceneComponent';

export const LIGHTHOUSE: BlueprintPlan = {
  path: PATHS.lighthouse,
  description: 'The lighthouse. SetBeam switches its lamp, TurnBeam turns it by some degrees.',
  parent: 'Actor',
  interfaces: [],
  variables: [
    property('bBeamOn', bool, true, 'Beam'),
    property('DegreesPerSecond', double(-360, 360), 12, 'Beam'),
    property('DoorClass', classOf('Actor'), classPath(PATHS.door), 'Tower'),
  ],
  components: [
    ROOT,
    {
      name: 'Tower',
      class: 'StaticMeshComponent',
      values: { StaticMesh: objectPath(PATHS.tower), RelativeLocation: { X: 0, Y: 0, Z: 700 } },
    },
    {
      name: 'Lamp',
      class: 'SpotLightComponent',
      values: {
        RelativeLocation: { X: 0, Y: 0, Z: 1_350 },
        Intensity: 120_000,
        LightColor: { R: 255, G: 244, B: 214, A: 255 },
        AttenuationRadius: 2_400,
        InnerConeAngle: 6,
        OuterConeAngle: 12,
      },
    },
  ],
  functions: [
    method('SetBeam', { bOn: bool }, {}, setBeam, [
      setVariable('bBeamOn', 'bOn'),
      call('SetVisibility', SCENE, { self: 'Lamp', bNewVisibility: 'bOn' }),
      result(),
    ]),
    method('TurnBeam', { Degrees: double(-360, 360) }, { Yaw: double() }, turnBeam, [
      call('K2_AddRelativeRotation', SCENE, { self: 'Lamp', DeltaRotation: 'Yaw=Degrees' }),
      result({ Yaw: 'Lamp.RelativeRotation.Yaw' }),
    ]),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    callOwn('SetBeam', []),
    event('ReceiveTick', 'Event Tick'),
    callOwn('TurnBeam', []),
  ],
};

function setBeam(self: Self, { bOn = false }: JsonObject): JsonObject {
  self.set('bBeamOn', bOn);
  self.part('Lamp').set('bVisible', bOn);
  self.log(bOn === true ? 'The beam is on.' : 'The beam is off.');
  return {};
}

function turnBeam(self: Self, { Degrees = 0 }: JsonObject): JsonObject {
  const lamp = self.part('Lamp');
  const Yaw = (rotatorOf(lamp.get('RelativeRotation')).yaw + Number(Degrees)) % 360;
  lamp.set('RelativeRotation', { Pitch: 0, Yaw, Roll: 0 });
  return { Yaw };
}
