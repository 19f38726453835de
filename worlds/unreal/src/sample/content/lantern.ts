import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/actor-class.js';
import { type BlueprintPlan, objectPath } from '../model/blueprint-plan.js';
import type { Self } from '../model/function-plan.js';
import { branch, call, callOwn, entry, event, result, setVariable } from '../model/graph.js';
import { bool, double, object, property } from '../model/property.js';
import { getPrompt, interact, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { TEXTS } from './tables.js';

const LIGHT = '/Script/Engine.LightComponent';
const SCENE = '/Script/Engine.SceneComponent';
const BRIGHTNESS = double(0, 100_000);

/** A lantern on a post, lit or not. */
export const LANTERN: BlueprintPlan = {
  path: PATHS.lantern,
  description: 'A lantern on a post. Ignite and Snuff switch it, SetBrightness makes it brighter or dimmer.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bLit', bool, true, { category: 'State' }),
    property('Brightness', BRIGHTNESS, 5_000, { category: 'Light' }),
    property('FlickerAmount', double(0, 1), 0.15, { category: 'Light' }),
    property('GlassMaterial', object('MaterialInterface'), objectPath(PATHS.glass), { category: 'Look' }),
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
    {
      name: 'Ignite',
      inputs: [],
      outputs: [],
      nodes: [
        entry('Ignite'),
        setVariable('bLit', 'true'),
        call('SetVisibility', SCENE, { self: 'Flame', bNewVisibility: 'true' }),
        result(),
      ],
      run: self => burn(self, true),
    },
    {
      name: 'Snuff',
      inputs: [],
      outputs: [],
      nodes: [
        entry('Snuff'),
        setVariable('bLit', 'false'),
        call('SetVisibility', SCENE, { self: 'Flame', bNewVisibility: 'false' }),
        result(),
      ],
      run: self => burn(self, false),
    },
    {
      name: 'SetBrightness',
      inputs: [{ name: 'NewBrightness', type: BRIGHTNESS }],
      outputs: [],
      nodes: [
        entry('SetBrightness'),
        setVariable('Brightness', 'NewBrightness'),
        call('SetIntensity', LIGHT, { self: 'Flame', NewIntensity: 'NewBrightness' }),
        result(),
      ],
      run: async (self, { NewBrightness = 0 }) => {
        await self.set('Brightness', NewBrightness);
        await self.part('Flame').set('Intensity', NewBrightness);
        return {};
      },
    },
    interact(
      [branch('bLit', 2, 3), callOwn('Snuff', [4]), callOwn('Ignite'), result({ bHandled: 'true' })],
      async self => {
        await burn(self, (await self.get('bLit')) !== true);
      },
    ),
    getPrompt(
      [
        branch('bLit', 2, 3),
        result({ Prompt: tableText('lantern.snuff') }),
        result({ Prompt: tableText('lantern.ignite') }),
      ],
      async self => ((await self.get('bLit')) === true ? TEXTS['lantern.snuff'] : TEXTS['lantern.ignite']),
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

async function burn(self: Self, lit: boolean): Promise<JsonObject> {
  await self.set('bLit', lit);
  await self.part('Flame').set('bVisible', lit);
  self.say(lit ? 'The lantern is lit.' : 'The lantern goes out.');
  return {};
}
