import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/engine-classes.js';
import { branch, call, callOwn, event, result, setVariable } from '../model/graph.js';
import { property, type Self } from '../model/object-class.js';
import type { BlueprintPlan } from '../model/plans.js';
import { bool, double, int, name, object, soft, vector } from '../model/property-type.js';
import { classPath, objectPath } from '../model/sample-object-path.js';
import { rotatorOf, vectorJson, vectorOf } from '../model/shapes.js';
import { getPrompt, interact, method, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { DEPARTURES, TEXTS } from './tables.js';

const ACTOR = '/Script/Engine.Actor';
const TABLES = '/Script/Engine.DataTableFunctionLibrary';
/** Centimetres between the berth and the open sea. */
const AWAY = 3_000;

export const FERRY: BlueprintPlan = {
  path: PATHS.ferry,
  description: 'The ferry. Depart takes it out to sea, Moor brings it back to where it departed from.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bMoored', bool, true, 'State'),
    property('Berth', vector, { X: 0, Y: 0, Z: 0 }, 'State'),
    property('Speed', double(0, 2_000), 250, 'Voyage'),
    property('Destination', soft('World'), objectPath(PATHS.island), 'Voyage'),
    property('DeckTexture', object('Texture'), objectPath(PATHS.planks), 'Look'),
    property('Timetable', object('DataTable'), objectPath(PATHS.ferryTimes), 'Voyage'),
  ],
  components: [
    ROOT,
    { name: 'Hull', class: 'StaticMeshComponent', values: { StaticMesh: objectPath(PATHS.ferryHull) } },
    {
      name: 'BowLantern',
      class: 'ChildActorComponent',
      parent: 'Hull',
      values: { ChildActorClass: classPath(PATHS.lantern), RelativeLocation: { X: 420, Y: 0, Z: 90 } },
    },
  ],
  functions: [
    method('Depart', {}, { NewLocation: vector }, depart, [
      branch('bMoored', 2, 5),
      setVariable('Berth', 'GetActorLocation'),
      setVariable('bMoored', 'false'),
      call('K2_SetActorLocation', ACTOR, { NewLocation: `Berth + GetActorForwardVector * ${AWAY}` }),
      result({ NewLocation: 'GetActorLocation' }),
    ]),
    method('Moor', {}, { NewLocation: vector }, moor, [
      branch('bMoored', 4, 2),
      call('K2_SetActorLocation', ACTOR, { NewLocation: 'Berth' }),
      setVariable('bMoored', 'true'),
      result({ NewLocation: 'GetActorLocation' }),
    ]),
    method('NextDeparture', { Hour: int(0, 23) }, { bFound: bool, RowName: name }, nextDeparture, [
      call('GetDataTableRowNames', TABLES, { Table: 'Timetable' }),
      result({ bFound: 'Length > 0', RowName: 'First with Row.Hour >= Hour' }),
    ]),
    interact(
      self => (self.get('bMoored') === true ? depart(self) : moor(self)),
      [branch('bMoored', 2, 3), callOwn('Depart', [4]), callOwn('Moor'), result({ bHandled: 'true' })],
    ),
    getPrompt(() => TEXTS['ferry.board'], [result({ Prompt: tableText('ferry.board') })]),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    callOwn('NextDeparture'),
    call('PrintString', '/Script/Engine.KismetSystemLibrary', { InString: 'RowName' }),
  ],
};

function depart(self: Self): JsonObject {
  const berth = self.get('RelativeLocation');
  if (self.get('bMoored') === true) {
    const yaw = (rotatorOf(self.get('RelativeRotation')).yaw / 180) * Math.PI;
    const { x, y, z } = vectorOf(berth);
    self.set('Berth', berth);
    self.set('bMoored', false);
    const centimetre = (value: number) => Math.round(value * 1e6) / 1e6;
    const away = { x: centimetre(x + AWAY * Math.cos(yaw)), y: centimetre(y + AWAY * Math.sin(yaw)), z };
    self.set('RelativeLocation', vectorJson(away));
    self.log('The ferry departs.');
  }
  return { NewLocation: self.get('RelativeLocation') };
}

function moor(self: Self): JsonObject {
  if (self.get('bMoored') !== true) {
    self.set('RelativeLocation', self.get('Berth'));
    self.set('bMoored', true);
    self.log('The ferry is moored.');
  }
  return { NewLocation: self.get('RelativeLocation') };
}

function nextDeparture(_self: Self, { Hour = 0 }: JsonObject): JsonObject {
  const next = Object.entries(DEPARTURES).find(([, row]) => row.Hour >= Number(Hour));
  return { bFound: next !== undefined, RowName: next?.[0] ?? 'None' };
}
