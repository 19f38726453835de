import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/engine-classes.js';
import { branch, call, callOwn, event, result, setVariable } from '../model/graph.js';
import { property, type Self } from '../model/object-class.js';
import type { BlueprintFunction, BlueprintPlan } from '../model/plans.js';
import { bool, double, object } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
import { getPrompt, interact, method, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { TEXTS } from './tables.js';

const LIGHT = '/Script/Engine.LightComponent';
const SCENE = '/Script/Engine.SceneComponent';
const BRIGHTNESS = double(0, 100_000);

export const LANTERN: BlueprintPlan = {
  path: PATHS.lantern,
  description: 'A lantern on a post. Ignite and Snuff switch it, SetBrightness makes it brighter or dimmer.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bLit', bool, true, 'State'),
    property('Brightness', BRIGHTNESS, 5_000, 'Light'),
    property('FlickerAmount', double(0, 1), 0.15, 'Light'),
    property('GlassMaterial', object('MaterialInterface'), objectPath(PATHS.glass), 'Look'),
  ],
  components: [
    ROOT,
    {
      name: 'Post',
      class: 'StaticMeshComponent',
      values: { StaticMesh: objectPath(PATHS.lanternPost), RelativeLocation: { X: 0, Y: 0, Z: 120 } },
    },
    {
      name: 'Flame',
      class: 'PointLightComponent',
      parent: 'Post',
      values: {
        RelativeLocation: { X: 0, Y: 0, Z: 105 },
        Intensity: 5_000,
        LightColor: { R: 255, G: 190, B: 110, A: 255 },
        AttenuationRadius: 450,
      },
    },
  ],
  functions: [
    lightSwitch('Ignite', true),
    lightSwitch('Snuff', false),
    method('SetBrightness', { NewBrightness: BRIGHTNESS }, {}, setBrightness, [
      setVariable('Brightness', 'NewBrightness'),
      call('SetIntensity', LIGHT, { self: 'Flame', NewIntensity: 'NewBrightness' }),
      result(),
    ]),
    interact(
      self => burn(self, self.get('bLit') !== true),
      [branch('bLit', 2, 3), callOwn('Snuff', [4]), callOwn('Ignite'), result({ bHandled: 'true' })],
    ),
    getPrompt(
      self => TEXTS[self.get('bLit') === true ? 'lantern.snuff' : 'lantern.ignite'],
      [
        branch('bLit', 2, 3),
        result({ Prompt: tableText('lantern.snuff') }),
        result({ Prompt: tableText('lantern.ignite') }),
      ],
    ),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    call('SetIntensity', LIGHT, { self: 'Flame', NewIntensity: 'Brightness' }),
    branch('bLit', 3, 4),
    callOwn('Ignite', []),
    callOwn('Snuff', []),
  ],
};

function lightSwitch(name: string, lit: boolean): BlueprintFunction {
  const nodes = [
    setVariable('bLit', String(lit)),
    call('SetVisibility', SCENE, { self: 'Flame', bNewVisibility: String(lit) }),
    result(),
  ];
  return method(name, {}, {}, self => burn(self, lit), nodes);
}

function burn(self: Self, lit: boolean): JsonObject {
  self.set('bLit', lit);
  self.part('Flame').set('bVisible', lit);
  self.log(lit ? 'The lantern is lit.' : 'The lantern goes out.');
  return {};
}

function setBrightness(self: Self, { NewBrightness = 0 }: JsonObject): JsonObject {
  self.set('Brightness', NewBrightness);
  self.part('Flame').set('Intensity', NewBrightness);
  return {};
}
