import { call, event } from '../model/graph.js';
import { property } from '../model/object-class.js';
import type { BlueprintPlan } from '../model/plans.js';
import { double, object, soft } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
import { PATHS } from './paths.js';

export const GAME_MODE: BlueprintPlan = {
  path: PATHS.gameMode,
  description: 'The start level of a visit, and the length of a day.',
  parent: 'GameModeBase',
  interfaces: [],
  variables: [
    property('StartLevel', soft('World'), objectPath(PATHS.harbour), 'Visit'),
    property('Texts', object('StringTable'), objectPath(PATHS.texts), 'Visit'),
    property('MinutesPerDay', double(1, 1_440), 24, 'Time'),
  ],
  components: [],
  functions: [],
  events: [
    event('ReceiveBeginPlay', 'Event BeginPlay'),
    call('PrintString', '/Script/Engine.KismetSystemLibrary', { InString: 'Welcome to Saltmere.' }),
  ],
};
