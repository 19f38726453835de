import { defineWorld, prompt, resource, template, user, type World, WorldEvents } from '@worldwire/server';
import { Beacon } from './beacon.js';
import { type Clock, systemClock } from './clock.js';
import { beam, findShip, SHIPS, sight, tide } from './harbour.js';
import { lighthouseTools, STATUS_URI, shipUri } from './lighthouse-tools.js';

/** A harbour with a lighthouse and a dozen ships. */
export function lighthouseWorld(clock: Clock = systemClock): World {
  const beacon = new Beacon();
  const events = new WorldEvents();
  return defineWorld({
    name: 'lighthouse',
    title: 'The lighthouse',
    version: '0.1.0',
    description: 'A small harbour with a lighthouse and a dozen ships that come and go.',
    instructions: [
      'Begin with look: it draws the harbour as it is now.',
      'list_ships finds a ship, watch_ship follows it for a while.',
      'set_beacon changes the light, where the operator allows writes.',
    ].join(' '),
    tools: lighthouseTools(beacon, events, clock),
    resources: [
      resource({
        uri: STATUS_URI,
        name: 'status',
        title: 'Harbour status',
        description:
          'The beacon, the tide and how many ships are out. Subscribe to hear when the beacon changes.',
        mimeType: 'application/json',
        read() {
          const at = clock.now();
          const underWay = SHIPS.filter(ship => sight(ship, at).state === 'under way').length;
          const light = { ...beacon.state, beamDegrees: beam(beacon.state.periodSeconds, at) };
          return JSON.stringify({ beacon: light, tideMetres: tide(at), ships: SHIPS.length, underWay });
        },
      }),
    ],
    templates: [
      template({
        uriTemplate: 'harbour://ship/{id}',
        name: 'ship',
        title: 'A ship',
        description: 'One ship and where it is now.',
        mimeType: 'application/json',
        complete: { id: shipsThatBeginWith },
        list: () =>
          SHIPS.map(({ id, name, kind }) => ({
            uri: shipUri(id),
            name,
            description: `The ${kind} ${name}.`,
            mimeType: 'application/json',
          })),
        read({ id = '' }) {
          const ship = findShip(id);
          if (ship === undefined) return undefined;
          const { name, kind, lapSeconds } = ship;
          return JSON.stringify({ id, name, kind, lapSeconds, ...sight(ship, clock.now()) });
        },
      }),
    ],
    prompts: [
      prompt({
        name: 'harbour_watch',
        title: 'Keep the harbour watch',
        description: 'Asks the model to keep watch, over one ship or over all of them.',
        arguments: {
          ship: { description: 'The id of a ship; all of them without it', complete: shipsThatBeginWith },
        },
        get: ({ ship }) => [
          user(
            ship === undefined
              ? 'You keep the watch at the lighthouse. Look at the harbour, then write the log entry for this minute.'
              : `You keep the watch at the lighthouse. Follow the ship ${ship} for five ticks with watch_ship, then tell ` +
                  'where it is bound.',
          ),
        ],
      }),
    ],
    events,
  });
}

function shipsThatBeginWith(value: string): string[] {
  return SHIPS.map(({ id }) => id).filter(id => id.startsWith(value));
}
