import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/engine-classes.js';
import { branch, call, callOwn, event, result, setVariable } from '../model/graph.js';
import { property, type Self } from '../model/object-class.js';
import type { BlueprintPlan } from '../model/plans.js';
import { bool, double, name, text } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
import { getPrompt, interact, method, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { TEXTS } from './tables.js';

const SCENE = '/Script/Engine.SceneComponent';
const SYSTEM = '/Script/Engine.KismetSystemLibrary';

export const DOOR: BlueprintPlan = {
  path: PATHS.door,
  description:
    'A wooden door on a hinge. A locked one opens after Unlock was called with the name of its key.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bIsOpen', bool, false, 'State'),
    property('bLocked', bool, false, 'State'),
    property('KeyName', name, 'None', 'Lock'),
    property('LockedText', text, tableText('door.locked'), 'Lock'),
    property('OpenAngle', double(0, 180), 95, 'Movement'),
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
    method('Open', {}, { bOpened: bool }, open, [
      branch('bLocked', 2, 4),
      call('PrintString', SYSTEM, { InString: 'LockedText' }),
      result({ bOpened: 'false' }),
      setVariable('bIsOpen', 'true'),
      call('K2_SetRelativeRotation', SCENE, { self: 'Hinge', NewRotation: 'Yaw=OpenAngle' }),
      result({ bOpened: 'true' }),
    ]),
    method('Close', {}, {}, close, [
      setVariable('bIsOpen', 'false'),
      call('K2_SetRelativeRotation', SCENE, { self: 'Hinge', NewRotation: 'Yaw=0' }),
      result(),
    ]),
    method('Unlock', { Key: name }, { bUnlocked: bool }, unlock, [
      branch('Key == KeyName', 2, 4),
      setVariable('bLocked', 'false'),
      result({ bUnlocked: 'true' }),
      result({ bUnlocked: 'false' }),
    ]),
    interact(
      self => (self.get('bIsOpen') === true ? close(self) : open(self)),
      [branch('bIsOpen', 2, 3), callOwn('Close', [4]), callOwn('Open'), result({ bHandled: 'true' })],
    ),
    getPrompt(
      self => TEXTS[self.get('bIsOpen') === true ? 'door.close' : 'door.open'],
      [
        branch('bIsOpen', 2, 3),
        result({ Prompt: tableText('door.close') }),
        result({ Prompt: tableText('door.open') }),
      ],
    ),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    branch('bIsOpen', 2, 3),
    callOwn('Open', []),
    callOwn('Close', []),
  ],
};

function open(self: Self): JsonObject {
  if (self.get('bLocked') === true) {
    self.log(`${TEXTS['door.locked']} It takes the key ${self.get('KeyName')}.`, 'Warning');
    return { bOpened: false };
  }
  self.set('bIsOpen', true);
  swing(self, self.get('OpenAngle') as number);
  self.log('The door opens.');
  return { bOpened: true };
}

function close(self: Self): JsonObject {
  self.set('bIsOpen', false);
  swing(self, 0);
  self.log('The door closes.');
  return {};
}

function swing(self: Self, angle: number): void {
  self.part('Hinge').set('RelativeRotation', { Pitch: 0, Yaw: angle, Roll: 0 });
}

function unlock(self: Self, { Key }: JsonObject): JsonObject {
  const bUnlocked = Key === self.get('KeyName');
  if (bUnlocked) self.set('bLocked', false);
  self.log(bUnlocked ? 'The lock turns.' : `The key ${Key} does not fit.`);
  return { bUnlocked };
}
