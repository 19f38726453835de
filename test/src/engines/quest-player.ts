import type { EngineClient } from '../unity/several-engines.js';

const PLAYER = '/Quest/Player';
const GUARD = '/Quest/Guard';
/** Of one walk: the field is 600 pixels wide, and a step is 2.5. */
const MAX_FRAMES = 400;
/** Left of the guard's way, out of its reach. */
const SAFE_X = 390;
const BEYOND_GUARD_X = 470;
/** Near enough to the door to use it. */
const DOOR_X = 515;
const MIDDLE_Y = 180;
const PATIENCE_S = 30;

type Condition = Readonly<Record<string, unknown>>;
type Key = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

interface Control {
  readonly Path: string;
  /** The pixel in its middle. */
  readonly X: number;
  readonly Y: number;
}

/** Plays the game quest by calls alone. What depends on time happens in single frames, so that it has the same end on a slow machine. */
export class QuestPlayer {
  constructor(
    readonly client: EngineClient,
    /** The name of the engine, if there are several. */
    readonly engine?: string,
  ) {}

  call(tool: string, args: object = {}): Promise<Record<string, unknown>> {
    return this.client.call(tool, { ...args, ...(this.engine !== undefined && { engine: this.engine }) });
  }

  /** A member of an object by its path. */
  async read(path: string, componentType: string, name: string): Promise<unknown> {
    const { Items } = await this.call('SearchObjects', { path, limit: 500 });
    const found = (Items as { Id: string; Path: string }[]).find(each => each.Path === path);
    if (found === undefined) throw new Error(`there is no ${path}`);
    return (await this.call('ReadComponentMember', { objectId: found.Id, componentType, name })).valueJson;
  }

  quest(name: string): Promise<unknown> {
    return this.read('/Quest', 'Quest', name);
  }

  send(...steps: object[]): Promise<Record<string, unknown>> {
    return this.call('SendInput', { steps });
  }

  /** Runs single frames until the conditions hold. */
  async step(...until: Condition[]): Promise<void> {
    const { met, conditions } = await this.call('StepScene', { frames: MAX_FRAMES, until });
    if (met === true) return;
    const at = await this.read(PLAYER, 'Node2D', 'position');
    throw new Error(
      `after ${MAX_FRAMES} frames: ${JSON.stringify(conditions)}, the player at ${JSON.stringify(at)}`,
    );
  }

  /** Lets the game run until a member of an object has a value. */
  async wait(condition: Condition): Promise<void> {
    const { met, conditions } = await this.call('WaitUntil', {
      conditions: [condition],
      seconds: PATIENCE_S,
    });
    if (met !== true) throw new Error(`after ${PATIENCE_S} seconds: ${JSON.stringify(conditions)}`);
  }

  /** Holds a key for as many frames as it takes. */
  async walk(key: Key, until: Condition): Promise<void> {
    await this.send({ kind: 'key', key, phase: 'press' });
    await this.step(until);
    await this.send({ kind: 'key', key, phase: 'release' });
  }

  async takeCoins(): Promise<void> {
    await this.walk('ArrowRight', place('x', '>=', 160));
    await this.walk('ArrowUp', gone('Coin1'));
    await this.walk('ArrowDown', gone('Coin2'));
    await this.walk('ArrowUp', place('y', '<=', MIDDLE_Y));
    await this.walk('ArrowRight', gone('Coin3'));
  }

  /** Waits on this side until the guard walks away from the middle. */
  async passGuard(): Promise<void> {
    await this.walk('ArrowRight', place('x', '>=', SAFE_X));
    const guard = { path: GUARD, componentType: 'Node2D', name: 'position', part: 'y' };
    await this.step(
      { path: GUARD, componentType: 'Guard', name: 'direction', is: '==', value: 1 },
      { ...guard, is: '>', value: 215 },
      { ...guard, is: '<', value: 250 },
    );
    await this.walk('ArrowRight', place('x', '>=', BEYOND_GUARD_X));
  }

  /** A paused scene gets no events, so the game runs from here on. */
  async openDoor(): Promise<void> {
    await this.walk('ArrowRight', place('x', '>=', DOOR_X));
    await this.call('SetTimeScale', { value: 1 });
    await this.send({ kind: 'key', key: 'KeyE' });
    await this.wait({ path: '/Quest/Door', componentType: 'Door', name: 'open', value: true });
  }

  async sign(name: string): Promise<void> {
    await this.send({ kind: 'key', key: 'ArrowRight', phase: 'press' });
    await this.wait({ path: '/Quest/UI/Panel', componentType: 'CanvasItem', name: 'visible', value: true });
    await this.send({ kind: 'release-all' });
    const { Items } = await this.call('ListControls', { clickable: true });
    const controls = Items as unknown as Control[];
    await this.send(clickOn(controls, 'NameField'), { kind: 'text', text: name });
    await this.send(clickOn(controls, 'Finish'));
    await this.wait({ path: '/Quest', componentType: 'Quest', name: 'won', value: true });
  }

  async win(name: string): Promise<void> {
    await this.call('StepScene', { frames: 1 });
    await this.takeCoins();
    await this.passGuard();
    await this.openDoor();
    await this.sign(name);
  }
}

const place = (part: 'x' | 'y', is: string, value: number): Condition => ({
  path: PLAYER,
  componentType: 'Node2D',
  name: 'position',
  part,
  is,
  value,
});
const gone = (coin: string): Condition => ({ path: `/Quest/Coins/${coin}`, is: 'gone' });

function clickOn(controls: readonly Control[], name: string): object {
  const found = controls.find(({ Path }) => Path.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`${name} is not among ${controls.map(({ Path }) => Path)}`);
  return { kind: 'button', x: found.X, y: found.Y };
}
