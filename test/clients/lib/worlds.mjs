// What the matrix does in each world. `mark` is a text that no other cell writes.

const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';

/**
 * @typedef {object} Call
 * @property {string} tool
 * @property {Record<string, unknown>} args
 */

export const TASKS = {
  universe: {
    name: 'universe',
    read: { tool: 'get_universe_state', args: { universeId: 'sol', ids: ['jupiter'] }, says: '"Jupiter"' },
    error: {
      tool: 'get_universe_state',
      args: { universeId: 'nowhere' },
      says: 'Universe "nowhere" does not exist.',
    },
    resource: { uri: 'docs://worldwire/commands', says: '# The commands of a universe' },
    write: mark => ({
      tool: 'send_universe_command',
      args: { universeId: 'sol', command: { type: 'updateStar', id: 'mars', payload: { name: mark } } },
    }),
    readBack: { tool: 'get_universe_state', args: { universeId: 'sol', ids: ['mars'] } },
    update: 'universe://sol/state',
  },
  unity: {
    name: 'UnityExplorer.Mcp',
    read: { tool: 'SearchObjects', args: { name: 'Player' }, says: '"Path":"/Player"' },
    // Above the ids of every process that serves from the same folder.
    error: {
      tool: 'GetObject',
      args: { id: 'obj:999999999999999' },
      says: 'There is no object obj:999999999999999.',
    },
    resource: { uri: 'unity://scenes', says: '"Name":"Arena"' },
    write: mark => ({ tool: 'SetClipboardText', args: { text: mark } }),
    readBack: { tool: 'GetClipboard', args: {} },
    progress: { tool: 'WatchScene', args: { seconds: 0.5, pictures: 2 } },
    update: 'unity://clipboard',
  },
  unreal: {
    name: 'unreal',
    read: { tool: 'get_actor', args: { path: DOOR }, says: '"label":"TavernDoor"' },
    error: { tool: 'describe_asset', args: { path: '/Game/None' }, says: 'There is no asset /Game/None.' },
    resource: { uri: 'unreal://project', says: '"name":"Saltmere"' },
    write: mark => ({ tool: 'set_property', args: { object: DOOR, property: 'KeyName', value: mark } }),
    readBack: { tool: 'get_property', args: { object: DOOR, property: 'KeyName' } },
    progress: { tool: 'list_assets', args: { limit: 3 } },
    update: `unreal://actor${DOOR}`,
  },
};
