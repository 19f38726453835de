import type { AnimationInfo, ControlInfo, NavigationPath, PhysicsHit, SignalInfo } from '@worldwire/engine';
import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { placeOf, short, shortVector } from '../dto/cards.js';
import { listOfObject, objectId, paging } from '../dto/inputs.js';
import { fitting, pageOf } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { isSmall } from '../dto/small.js';
import type { ToolParts } from './parts.js';

const MAX_NAME = 256;
const MAX_VALUE = 500;

const point = z.strictObject({ x: z.number(), y: z.number(), z: z.number().default(0) });

/** Reads of physics, navigation, signals, animation, the interface and tile maps. */
export function queryTools({ kit, scene }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'CastRay',
      title: 'Cast a ray',
      description: 'Returns the first body between two points of the world.',
      input: z.object({ from: point, to: point }),
      output: dto.rayHit,
      run: async params => hitOf(await scene.call('physics.ray', params)),
    }),
    kit.reading({
      name: 'FindOverlaps',
      title: 'Bodies in a volume',
      description: 'Lists the bodies in a sphere with `radius`, or in a `box` with these half extents.',
      input: z.object({
        at: point,
        radius: z.number().positive().optional(),
        box: point.optional(),
        ...paging,
      }),
      output: dto.pageShape(dto.place),
      run: async ({ at, radius, box, ...page }, { answerBytes }) => {
        if ((radius === undefined) === (box === undefined)) {
          throw new WorldError(
            'InvalidArgument',
            'It needs radius or box, and not both.',
            'For example {"at":{"x":0,"y":0,"z":0},"radius":5}.',
          );
        }
        const volume = radius === undefined ? { box: box as z.output<typeof point> } : { radius };
        const { total, items } = await scene.call('physics.overlap', { at, ...volume, ...page });
        return pageOf(total, items.map(placeOf), page, answerBytes);
      },
    }),
    kit.reading({
      name: 'FindPath',
      title: 'Find a path',
      description: 'Returns the way from point to point on the navigation mesh.',
      input: z.object({ from: point, to: point }),
      output: dto.path,
      run: async (params, { answerBytes }) =>
        pathOf(await scene.call('navigation.path', params), answerBytes),
    }),
    kit.reading({
      name: 'ListSignals',
      title: 'List signals',
      description: 'Lists the signals or events of an object, and what is connected to them.',
      input: listOfObject,
      output: dto.pageShape(dto.signal),
      run: async ({ objectId: object, ...page }, { answerBytes }) => {
        const { total, items } = await scene.call('signal.list', { object, ...page });
        return pageOf(total, items.map(signalOf), page, answerBytes);
      },
    }),
    kit.reading({
      name: 'GetAnimation',
      title: 'State of an animation',
      description: 'Returns the animations of an object, which one plays, and the states and parameters.',
      input: z.object({ objectId }),
      output: dto.animation,
      run: async ({ objectId: object }, { answerBytes }) =>
        animationOf(await scene.call('animation.get', { object }), answerBytes),
    }),
    kit.reading({
      name: 'ListControls',
      title: 'Controls on the screen',
      description:
        'Lists the visible controls of the interface with their text and pixels. Clickable: a click in its middle reaches it.',
      input: z.object({
        rootId: objectId.optional().describe('Only below it.'),
        clickable: z.boolean().optional(),
        ...paging,
      }),
      output: dto.pageShape(dto.control),
      run: async ({ rootId, clickable, ...page }, { answerBytes }) => {
        const filter = {
          ...(rootId !== undefined && { root: rootId }),
          ...(clickable !== undefined && { clickable }),
        };
        const { total, items } = await scene.call('ui.list', { ...filter, ...page });
        return pageOf(total, items.map(controlOf), page, answerBytes);
      },
    }),
    kit.reading({
      name: 'ReadCells',
      title: 'Cells of a tile map',
      description: 'Lists the cells of a tile map or grid, or the instances of a multi-mesh.',
      input: listOfObject,
      output: dto.pageShape(dto.cell),
      run: async ({ objectId: object, ...page }, { answerBytes }) => {
        const { total, items } = await scene.call('cells.list', { object, ...page });
        const cells = items.map(({ at, index, item }) => ({
          At: shortVector(at),
          ...(index !== undefined && { Index: index }),
          Item: cutText(item, MAX_NAME),
        }));
        return pageOf(total, cells, page, answerBytes);
      },
    }),
  ];
}

function hitOf(hit: PhysicsHit | null): object {
  if (hit === null) return { Hit: false };
  const { point: at, normal, distance } = hit;
  return {
    Hit: true,
    ...placeOf(hit),
    Distance: short(distance),
    Point: shortVector(at),
    ...(normal !== undefined && { Normal: shortVector(normal) }),
  };
}

function pathOf({ reached, length, points }: NavigationPath, answerBytes: number): object {
  const all = points.map(shortVector);
  const Points = fitting(all, answerBytes);
  return {
    Reached: reached,
    Length: short(length),
    Total: all.length,
    Points,
    ...(Points.length < all.length && { Truncated: true }),
  };
}

function signalOf({ name, args, connections }: SignalInfo): object {
  return {
    Name: cutText(name, MAX_NAME),
    Args: args.map(each => `${each.type} ${each.name}`),
    Connections: connections.map(({ target, method }) => ({
      ...placeOf(target),
      Method: cutText(method, MAX_NAME),
    })),
  };
}

function animationOf(
  { type, animations, current, states, parameters }: AnimationInfo,
  answerBytes: number,
): object {
  const all = animations.map(({ name, length, loops }) => ({
    Name: cutText(name, MAX_NAME),
    Length: short(length),
    ...(loops && { Loops: true }),
  }));
  const more = {
    Type: type,
    ...(current !== undefined && {
      Current: { Name: current.name, Position: short(current.position), Playing: current.playing },
    }),
    ...(states !== undefined && {
      States: states.map(({ machine, state }) => ({ Machine: machine, State: state })),
    }),
    ...(parameters !== undefined && {
      Parameters: parameters.map(({ name, value }) => ({ Name: name, Value: smallValue(value) })),
    }),
  };
  const Animations = fitting(all, answerBytes - 2 * JSON.stringify(more).length);
  return {
    ...more,
    Total: all.length,
    Animations,
    ...(Animations.length < all.length && { Truncated: true }),
  };
}

function controlOf(control: ControlInfo): object {
  const { type, text, bounds, enabled, clickable, coveredBy, focused, value } = control;
  const { min, max } = bounds;
  return {
    ...placeOf(control),
    Type: cutText(type, MAX_NAME),
    ...(text !== undefined && text !== '' && { Text: cutText(text, MAX_VALUE) }),
    X: Math.round((min.x + max.x) / 2),
    Y: Math.round((min.y + max.y) / 2),
    Width: Math.round(max.x - min.x),
    Height: Math.round(max.y - min.y),
    Clickable: clickable,
    ...(!enabled && { Enabled: false }),
    ...(focused && { Focused: true }),
    ...(coveredBy !== undefined && { CoveredBy: placeOf(coveredBy) }),
    ...(value !== undefined && { Value: smallValue(value) }),
  };
}

function smallValue(value: unknown): unknown {
  return isSmall(value, MAX_VALUE) ? value : cutText(JSON.stringify(value), MAX_VALUE);
}
