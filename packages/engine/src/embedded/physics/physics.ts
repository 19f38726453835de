import type { Vector3 } from 'three';
import { collidersOf } from '../components/colliders.js';
import type { Rigidbody } from '../components/rigidbody.js';
import type { GameObject } from '../model/game-object.js';
import { setWorldPosition, worldPosition } from '../model/placement.js';
import type { World } from '../model/world.js';
import { isPlace } from '../reflection/single.js';
import { contact, type Shape, shapeOf } from './contact.js';

const GRAVITY = -9.81;
const STEP = 1 / 60;
const MAX_STEPS = 8;
const FASTEST = 60;
/** A body slower than this for this time comes to rest. */
const STILL_SPEED = 0.1;
const STILL_SECONDS = 0.4;
/** The part of horizontal speed that is left after a second on the ground. */
const GRIP = 0.01;
const BODY = 'UnityEngine.Rigidbody';
const COLLIDER = 'UnityEngine.Collider';

/** Colliders by object. */
type Obstacles = Map<GameObject, readonly Shape[]>;

/**
 * Bodies that fall, collide and come to rest. Each body is moved alone against fixed obstacles, which is enough for stacks. A resting body
 * only checks its support.
 */
export class Physics {
  readonly #world: World;
  #owed = 0;

  constructor(world: World) {
    this.#world = world;
  }

  advance(seconds: number): void {
    this.#owed = Math.min(this.#owed + seconds, STEP * MAX_STEPS);
    if (this.#owed < STEP) return;
    const bodies = this.#awake();
    while (this.#owed >= STEP) {
      this.#owed -= STEP;
      if (bodies.length > 0) this.#step(bodies);
    }
  }

  #awake(): Rigidbody[] {
    const bodies: Rigidbody[] = [];
    for (const scene of this.#world.visibleScenes()) {
      for (const object of scene.withType(BODY).objects) {
        const body = object.component<Rigidbody>(BODY);
        if (body === undefined || !object.active || body.isKinematic) continue;
        if (body.rest !== undefined && !undisturbed(body)) body.wake();
        if (body.rest === undefined) bodies.push(body);
      }
    }
    return bodies;
  }

  #step(bodies: readonly Rigidbody[]): void {
    const obstacles = this.#obstacles();
    for (const body of bodies) {
      if (body.rest !== undefined) continue;
      move(body);
      settle(body, resolve(body, obstacles));
      obstacles.set(body.object, collidersOf(body.object).map(shapeOf));
    }
  }

  #obstacles(): Obstacles {
    const found: Obstacles = new Map();
    for (const scene of this.#world.visibleScenes()) {
      for (const object of scene.withType(COLLIDER).objects) {
        found.set(object, collidersOf(object).map(shapeOf));
      }
    }
    return found;
  }
}

function move(body: Rigidbody): void {
  const { velocity, force, mass, drag, useGravity, object } = body;
  if (useGravity) velocity.y += GRAVITY * STEP;
  velocity.addScaledVector(force, STEP / mass);
  force.set(0, 0, 0);
  velocity.multiplyScalar(Math.max(0, 1 - drag * STEP)).clampLength(0, FASTEST);
  const next = worldPosition(object.node).addScaledVector(velocity, STEP);
  // A body that cannot move gets no speed.
  if (!setWorldPosition(object.node, next)) velocity.set(0, 0, 0);
}

/** Pushes a body out of obstacles, and returns its support. */
function resolve(body: Rigidbody, obstacles: Obstacles): GameObject | undefined {
  let support: GameObject | undefined;
  for (const collider of collidersOf(body.object)) {
    for (const [object, shapes] of obstacles) {
      // Its children move with the body.
      if (object.isBelow(body.object)) continue;
      for (const shape of shapes) {
        const push = contact(shapeOf(collider), shape);
        if (push === undefined || !isPlace(push)) continue;
        setWorldPosition(body.object.node, worldPosition(body.object.node).add(push));
        if (stop(body.velocity, push)) support = object;
      }
    }
  }
  return support;
}

/** Removes the speed into an obstacle. Returns whether the obstacle supports the body. */
function stop(velocity: Vector3, push: Vector3): boolean {
  const normal = push.clone().normalize();
  const into = velocity.dot(normal);
  if (into < 0) velocity.addScaledVector(normal, -into);
  return normal.y > 0.5;
}

function settle(body: Rigidbody, support: GameObject | undefined): void {
  const { velocity, object } = body;
  if (support === undefined) {
    body.calm = 0;
    return;
  }
  const left = GRIP ** STEP;
  velocity.x *= left;
  velocity.z *= left;
  body.calm = velocity.length() < STILL_SPEED ? body.calm + STEP : 0;
  if (body.calm < STILL_SECONDS) return;
  velocity.set(0, 0, 0);
  body.rest = {
    support,
    supportPosition: worldPosition(support.node),
    position: worldPosition(object.node),
  };
}

function undisturbed({ object, rest }: Rigidbody): boolean {
  if (rest === undefined) return false;
  const { support, supportPosition, position } = rest;
  return (
    support.alive &&
    support.active &&
    collidersOf(support).length > 0 &&
    worldPosition(support.node).equals(supportPosition) &&
    worldPosition(object.node).equals(position)
  );
}
