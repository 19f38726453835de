import { type Tool, ToolAnswer, text, tool, WorldError, type WorldEvents } from '@worldwire/server';
import { z } from 'zod';
import { type Beacon, COLOURS } from './beacon.js';
import { chart } from './chart.js';
import type { Clock } from './clock.js';
import { beam, findShip, SHIP_KINDS, SHIPS, sight, tide } from './harbour.js';

export const STATUS_URI = 'harbour://status';

export function shipUri(id: string): string {
  return `harbour://ship/${id}`;
}

const beaconShape = z.object({ colour: z.enum(COLOURS), periodSeconds: z.number() });
const sightingShape = z.object({
  state: z.enum(['moored', 'under way']),
  east: z.number(),
  north: z.number(),
  heading: z.number().optional(),
});

export function lighthouseTools(beacon: Beacon, events: WorldEvents, clock: Clock): readonly Tool[] {
  return [look(beacon, clock), listShips(clock), watchShip(clock), setBeacon(beacon, events)];
}

function look(beacon: Beacon, clock: Clock): Tool {
  return tool({
    name: 'look',
    title: 'Look over the harbour',
    description: 'Draws the harbour as it is now, with the beam, the tide and every ship.',
    access: 'read',
    output: z.object({
      time: z.string(),
      beacon: beaconShape.extend({ beamDegrees: z.number() }),
      tideMetres: z.number(),
      moored: z.number(),
      underWay: z.number(),
    }),
    call() {
      const at = clock.now();
      const { colour, periodSeconds } = beacon.state;
      const beamDegrees = beam(periodSeconds, at);
      const underWay = SHIPS.filter(ship => sight(ship, at).state === 'under way').length;
      const moored = SHIPS.length - underWay;
      const tideMetres = tide(at);
      const caption = `A ${colour} light turning every ${periodSeconds} s, at ${beamDegrees}°. Tide ${tideMetres} m. ${underWay} ships under way, ${moored} moored (small letters).`;
      const structured = {
        time: new Date(at).toISOString(),
        beacon: { colour, periodSeconds, beamDegrees },
        tideMetres,
        moored,
        underWay,
      };
      return new ToolAnswer([text(`${chart(beamDegrees, at)}\n\n${caption}`)], { structured });
    },
  });
}

function listShips(clock: Clock): Tool {
  return tool({
    name: 'list_ships',
    title: 'List ships',
    description: 'Names the ships and where they are, a page at a time.',
    access: 'read',
    input: z.object({
      kind: z.enum(SHIP_KINDS).optional().describe('Only ships of this kind'),
      limit: z.int().min(1).max(50).default(5).describe('Ships per page'),
      after: z.string().max(64).optional().describe('The "next" of the page before'),
    }),
    output: z.object({
      ships: z.array(sightingShape.extend({ id: z.string(), name: z.string(), kind: z.enum(SHIP_KINDS) })),
      next: z.string().optional(),
    }),
    call({ kind, limit, after = '' }) {
      const at = clock.now();
      // The ships stand in the order of their ids, so the id itself is a cursor that cannot go stale.
      const rest = SHIPS.filter(ship => ship.id > after && (kind === undefined || ship.kind === kind));
      const page = rest.slice(0, limit);
      return {
        ships: page.map(ship => ({ id: ship.id, name: ship.name, kind: ship.kind, ...sight(ship, at) })),
        ...(rest.length > limit && { next: page.at(-1)?.id }),
      };
    },
  });
}

function watchShip(clock: Clock): Tool {
  return tool({
    name: 'watch_ship',
    title: 'Watch a ship',
    description:
      'Follows a ship for some ticks, reports each as progress, and returns the track. Can be cancelled.',
    access: 'read',
    input: z.object({
      id: z.string().max(64).describe('A ship, by the id list_ships gives'),
      ticks: z.int().min(1).max(60).default(5).describe('How often to look'),
      seconds: z.number().min(0.1).max(10).default(1).describe('Seconds between two looks'),
    }),
    output: z.object({ id: z.string(), track: z.array(sightingShape.extend({ at: z.string() })) }),
    async call({ id, ticks, seconds }, ctx) {
      const ship = findShip(id);
      if (ship === undefined)
        throw new WorldError('NotFound', `There is no ship "${id}".`, 'list_ships names them.');
      const track = [];
      for (let tick = 1; tick <= ticks; tick++) {
        if (tick > 1) await clock.wait(seconds * 1000, ctx.signal);
        const now = clock.now();
        const seen = sight(ship, now);
        track.push({ at: new Date(now).toISOString(), ...seen });
        ctx.progress(tick, ticks, `${ship.name}, ${seen.state}, at ${seen.east} east ${seen.north} north`);
      }
      return { id, track };
    },
  });
}

function setBeacon(beacon: Beacon, events: WorldEvents): Tool {
  return tool({
    name: 'set_beacon',
    title: 'Set the beacon',
    description:
      'Changes the colour of the light, the time of one turn, or both. Returns what was and what is.',
    access: 'write',
    annotations: { idempotentHint: true },
    input: z
      .object({
        colour: z.enum(COLOURS).optional(),
        periodSeconds: z.number().min(2).max(60).optional().describe('Seconds for one turn of the beam'),
      })
      .refine(change => Object.keys(change).length > 0, 'Give colour, periodSeconds, or both.'),
    output: z.object({ before: beaconShape, after: beaconShape }),
    call({ colour, periodSeconds }) {
      const before = beacon.state;
      const changed = beacon.set({
        ...(colour !== undefined && { colour }),
        ...(periodSeconds !== undefined && { periodSeconds }),
      });
      if (changed) events.resourceUpdated(STATUS_URI);
      return { before, after: beacon.state };
    },
  });
}
