import { type BlueprintPlan, objectPath } from '../model/blueprint-plan.js';
import { call, event } from '../model/graph.js';
import { double, object, property, soft } from '../model/property.js';
import { PATHS } from './paths.js';

/** The rules of the game, as far as there are any. */
export const GAME_MODE: BlueprintPlan = {
  path: PATHS.gameMode,
  description: 'Where a visit begins, and how long a day of the harbour takes.',
  parent: 'GameModeBase',
  interfaces: [],
  variables: [
    property('StartLevel', soft('World'), objectPath(PATHS.harbour), { category: 'Visit' }),
    property('Texts', object('StringTable'), objectPath(PATHS.texts), { category: 'Visit' }),
    property('MinutesPerDay', double(1, 1_440), 24, { category: 'Time' }),
  ],
  components: [],
  functions: [],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    call('PrintString', '/Script/Engine.KismetSystemLibrary', { InString: 'Welcome to Saltmere.' }),
  ],
};
