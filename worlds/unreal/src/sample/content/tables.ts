import { fixed, property } from '../model/object-class.js';
import type { AssetPlan } from '../model/plans.js';
import { bool, string } from '../model/property-type.js';
import { PATHS } from './paths.js';

const ROW = '/Script/Saltmere.FerryDeparture';
const NAMESPACE = 'Harbour';

/** The departures of the ferry by row name. */
export const DEPARTURES = {
  Morning: { Hour: 7, Minute: 30, From: 'Harbour', To: 'LighthouseIsland', Minutes: 25 },
  Noon: { Hour: 12, Minute: 0, From: 'Harbour', To: 'LighthouseIsland', Minutes: 25 },
  Evening: { Hour: 18, Minute: 45, From: 'Harbour', To: 'LighthouseIsland', Minutes: 30 },
} as const;

/** The texts of the game by key. */
export const TEXTS = {
  'door.open': 'Open the door',
  'door.close': 'Close the door',
  'door.locked': 'It is locked.',
  'lantern.ignite': 'Light the lantern',
  'lantern.snuff': 'Put out the lantern',
  'ferry.board': 'Board the ferry',
} as const;

export const TABLES: readonly AssetPlan[] = [
  {
    path: PATHS.ferryTimes,
    class: 'DataTable',
    properties: [fixed('RowStruct', string, ROW), property('bStripFromClientBuilds', bool, false)],
    tags: { RowStructure: ROW },
    dataTable: { rowStruct: ROW, rows: DEPARTURES },
  },
  {
    path: PATHS.texts,
    class: 'StringTable',
    properties: [fixed('Namespace', string, NAMESPACE)],
    tags: {},
    stringTable: { namespace: NAMESPACE, entries: TEXTS },
  },
];
