import type { AssetPlan } from '../model/asset.js';
import { bool, fixed, property, string } from '../model/property.js';
import { PATHS } from './paths.js';
import { DEPARTURES, TEXTS } from './tables.js';

const ROW = '/Script/Saltmere.FerryDeparture';
const NAMESPACE = 'Harbour';

export const DATA: readonly AssetPlan[] = [
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
