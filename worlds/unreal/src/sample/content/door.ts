import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/actor-class.js';
import { type BlueprintPlan, objectPath } from '../model/blueprint-plan.js';
import type { Self } from '../model/function-plan.js';
import { branch, call, callOwn, entry, event, result, setVariable } from '../model/graph.js';
import { bool, double, name, property, text } from '../model/property.js';
import { getPrompt, interact, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { TEXTS } from './tables.js';

const SCENE = '/Script/Engine.SceneComponent';
const SYSTEM = '/Script/Engine.KismetSystemLibrary';

/** A door on a hinge, which may need a key. */
export const DOOR: BlueprintPlan = {
  path: PATHS.door,
  description:
    'A wooden door on a hinge. A locked one opens after Unlock was called with the name of its key.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bIsOpen', bool, false, { category: 'State' }),
    property('bLocked', bool, false, { category: 'State' }),
    property('KeyName', name, 'None', { category: 'Mutex' }),
    property('LockedText', text, tableText('door.locked'), { category: 'Mutex' }),
    property('OpenAngle', double(0, 180), 95, { category: 'Movement' }),
  ],
  components: [
    ROOT,
    { name: 'Hinge', class: 'SceneComponent', values: { RelativeLocation: { X: 0, Y: -50, Z: 0 } } },
    {
      name: 'Panel',
      class: 'StaticMeshComponent',
      parent: 'Hinge',
      values: {
        StaticMesh: objectPath(PATHS.doorPanel),
        OverrideMaterials: [objectPath(PATHS.wood)],
        RelativeLocation: { X: 0, Y: 50, Z: 105 },
      },
    },
  ],
  functions: [
    {
      name: 'Open',
      inputs: [],
      outputs: [{ name: 'bOpened', type: bool }],
      nodes: [
        entry('Open'),
        branch('bLocked', 2, 4),
        call('PrintString', SYSTEM, { InString: 'LockedText' }),
        result({ bOpened: 'false' }),
        setVariable('bIsOpen', 'true'),
        call('K2_SetRelativeRotation', SCENE, { self: 'Hinge', NewRotation: 'Yaw=OpenAngle' }),
        result({ bOpened: 'true' }),
      ],
      run: open,
    },
    {
      name: 'Close',
      inputs: [],
      outputs: [],
      nodes: [
        entry('Close'),
        setVariable('bIsOpen', 'false'),
        call('K2_SetRelativeRotation', SCENE, { self: 'Hinge', NewRotation: 'Yaw=0' }),
        result(),
      ],
      run: close,
    },
    {
      name: 'Unlock',
      inputs: [{ name: 'Key', type: name }],
      outputs: [{ name: 'bUnlocked', type: bool }],
      nodes: [
        entry('Unlock'),
        branch('Key == KeyName', 2, 4),
        setVariable('bLocked', 'false'),
        result({ bUnlocked: 'true' }),
        result({ bUnlocked: 'false' }),
      ],
      run: unlock,
    },
    interact(
      [branch('bIsOpen', 2, 3), callOwn('Close', [4]), callOwn('Open'), result({ bHandled: 'true' })],
      async self => {
        if ((await self.get('bIsOpen')) === true) await close(self);
        else await open(self);
      },
    ),
    getPrompt(
      [
        branch('bIsOpen', 2, 3),
        result({ Prompt: tableText('door.close') }),
        result({ Prompt: tableText('door.open') }),
      ],
      async self => ((await self.get('bIsOpen')) === true ? TEXTS['door.close'] : TEXTS['door.open']),
    ),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    branch('bIsOpen', 2, 3),
    callOwn('Open', []),
    callOwn('Close', []),
  ],
};

async function open(self: Self): Promise<JsonObject> {
  if ((await self.get('bLocked')) === true) {
    self.say(`${TEXTS['door.locked']} It takes the key ${await self.get('KeyName')}.`, 'Warning');
    return { bOpened: false };
  }
  await self.set('bIsOpen', true);
  await swing(self, (await self.get('OpenAngle')) as number);
  self.say('The door opens.');
  return { bOpened: true };
}

async function close(self: Self): Promise<JsonObject> {
  await self.set('bIsOpen', false);
  await swing(self, 0);
  self.say('The door closes.');
  return {};
}

async function unlock(self: Self, { Key }: JsonObject): Promise<JsonObject> {
  const bUnlocked = Key === (await self.get('KeyName'));
  if (bUnlocked) await self.set('bLocked', false);
  self.say(bUnlocked ? 'The lock turns.' : `The key ${Key} does not fit.`);
  return { bUnlocked };
}

function swing(self: Self, angle: number): Promise<void> {
  return self.part('Hinge').set('RelativeRotation', { Pitch: 0, Yaw: angle, Roll: 0 });
}
