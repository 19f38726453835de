import type { JsonObject } from '@worldwire/protocol';
import { ROOT } from '../model/actor-class.js';
import { type BlueprintPlan, classPath, objectPath } from '../model/blueprint-plan.js';
import type { Self } from '../model/function-plan.js';
import { branch, call, callOwn, entry, event, result, setVariable } from '../model/graph.js';
import { bool, double, int, name, object, property, soft, vector } from '../model/property.js';
import { rotatorOf, vectorJson, vectorOf } from '../model/shapes.js';
import { getPrompt, interact, tableText } from './interactable.js';
import { PATHS } from './paths.js';
import { DEPARTURES, TEXTS } from './tables.js';

const ACTOR = '/Script/Engine.Actor';
const TABLES = '/Script/Engine.DataTableFunctionLibrary';
/** Centimetres that it goes out to sea. */
const AWAY = 3_000;

/** The ferry between the harbour and the island. */
export const FERRY: BlueprintPlan = {
  path: PATHS.ferry,
  description: 'The ferry. Depart takes it out to sea, Moor brings it back to where it departed from.',
  parent: 'Actor',
  interfaces: [PATHS.interactable],
  variables: [
    property('bMoored', bool, true, { category: 'State' }),
    property('Berth', vector, { X: 0, Y: 0, Z: 0 }, { category: 'State' }),
    property('Speed', double(0, 2_000), 250, { category: 'Voyage' }),
    property('Destination', soft('World'), objectPath(PATHS.island), { category: 'Voyage' }),
    property('DeckTexture', object('Texture'), objectPath(PATHS.planks), { category: 'Look' }),
    property('Timetable', object('DataTable'), objectPath(PATHS.ferryTimes), { category: 'Voyage' }),
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
    {
      name: 'Depart',
      inputs: [],
      outputs: [{ name: 'NewLocation', type: vector }],
      nodes: [
        entry('Depart'),
        branch('bMoored', 2, 5),
        setVariable('Berth', 'GetActorLocation'),
        setVariable('bMoored', 'false'),
        call('K2_SetActorLocation', ACTOR, { NewLocation: `Berth + GetActorForwardVector * ${AWAY}` }),
        result({ NewLocation: 'GetActorLocation' }),
      ],
      run: depart,
    },
    {
      name: 'Moor',
      inputs: [],
      outputs: [{ name: 'NewLocation', type: vector }],
      nodes: [
        entry('Moor'),
        branch('bMoored', 4, 2),
        call('K2_SetActorLocation', ACTOR, { NewLocation: 'Berth' }),
        setVariable('bMoored', 'true'),
        result({ NewLocation: 'GetActorLocation' }),
      ],
      run: moor,
    },
    {
      name: 'NextDeparture',
      inputs: [{ name: 'Hour', type: int(0, 23) }],
      outputs: [
        { name: 'bFound', type: bool },
        { name: 'RowName', type: name },
      ],
      nodes: [
        entry('NextDeparture'),
        call('GetDataTableRowNames', TABLES, { Table: 'Timetable' }),
        result({ bFound: 'Length > 0', RowName: 'First with Row.Hour >= Hour' }),
      ],
      run: async (_self, { Hour = 0 }) => {
        const next = Object.entries(DEPARTURES).find(([, row]) => row.Hour >= Number(Hour));
        return { bFound: next !== undefined, RowName: next?.[0] ?? 'None' };
      },
    },
    interact(
      [branch('bMoored', 2, 3), callOwn('Depart', [4]), callOwn('Moor'), result({ bHandled: 'true' })],
      async self => {
        if ((await self.get('bMoored')) === true) await depart(self);
        else await moor(self);
      },
    ),
    getPrompt([result({ Prompt: tableText('ferry.board') })], async () => TEXTS['ferry.board']),
  ],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    callOwn('NextDeparture'),
    call('PrintString', '/Script/Engine.KismetSystemLibrary', { InString: 'RowName' }),
  ],
};

async function depart(self: Self): Promise<JsonObject> {
  const place = await self.get('RelativeLocation');
  if ((await self.get('bMoored')) !== true) return { NewLocation: place };
  const yaw = (rotatorOf(await self.get('RelativeRotation')).yaw / 180) * Math.PI;
  const { x, y, z } = vectorOf(place);
  await self.set('Berth', place);
  await self.set('bMoored', false);
  await self.set(
    'RelativeLocation',
    vectorJson({ x: x + AWAY * Math.cos(yaw), y: y + AWAY * Math.sin(yaw), z }),
  );
  self.say('The ferry departs.');
  return { NewLocation: await self.get('RelativeLocation') };
}

async function moor(self: Self): Promise<JsonObject> {
  if ((await self.get('bMoored')) !== true) {
    await self.set('RelativeLocation', await self.get('Berth'));
    await self.set('bMoored', true);
    self.say('The ferry is moored.');
  }
  return { NewLocation: await self.get('RelativeLocation') };
}
