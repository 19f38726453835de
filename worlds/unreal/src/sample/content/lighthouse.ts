import { ROOT } from '../model/actor-class.js';
import { type BlueprintPlan, classPath, objectPath } from '../model/blueprint-plan.js';
import { call, callOwn, entry, event, result, setVariable } from '../model/graph.js';
import { bool, classOf, double, property } from '../model/property.js';
import { rotatorOf } from '../model/shapes.js';
import { PATHS } from './paths.js';

const SCENE = '/Script/Engine.SceneComponent';

/** The lighthouse, with a beam that can be turned. */
export const LIGHTHOUSE: BlueprintPlan = {
  path: PATHS.lighthouse,
  description: 'The lighthouse. SetBeam switches its lamp, TurnBeam turns it by some degrees.',
  parent: 'Actor',
  interfaces: [],
  variables: [
    property('bBeamOn', bool, true, { category: 'Beam' }),
    property('DegreesPerSecond', double(-360, 360), 12, { category: 'Beam' }),
    property('DoorClass', classOf('Actor'), classPath(PATHS.door), { category: 'Tower' }),
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
    {
      name: 'SetBeam',
      inputs: [{ name: 'bOn', type: bool }],
      outputs: [],
      nodes: [
        entry('SetBeam'),
        setVariable('bBeamOn', 'bOn'),
        call('SetVisibility', SCENE, { self: 'Lamp', bNewVisibility: 'bOn' }),
        result(),
      ],
      run: async (self, { bOn = false }) => {
        await self.set('bBeamOn', bOn);
        await self.part('Lamp').set('bVisible', bOn);
        self.say(bOn === true ? 'The beam is on.' : 'The beam is off.');
        return {};
      },
    },
    {
      name: 'TurnBeam',
      inputs: [{ name: 'Degrees', type: double(-360, 360) }],
      outputs: [{ name: 'Yaw', type: double() }],
      nodes: [
        entry('TurnBeam'),
        call('K2_AddRelativeRotation', SCENE, { self: 'Lamp', DeltaRotation: 'Yaw=Degrees' }),
        result({ Yaw: 'Lamp.RelativeRotation.Yaw' }),
      ],
      run: async (self, { Degrees = 0 }) => {
        const lamp = self.part('Lamp');
        const { yaw } = rotatorOf(await lamp.get('RelativeRotation'));
        const Yaw = (yaw + Number(Degrees)) % 360;
        await lamp.set('RelativeRotation', { Pitch: 0, Yaw, Roll: 0 });
        return { Yaw };
      },
    },
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    callOwn('SetBeam', []),
    event('ReceiveTick', 'Event Tick'),
    callOwn('TurnBeam', []),
  ],
};
