import { EngineError } from '../../port/engine-error.js';
import type { HookCalls, HookInfo } from '../../port/operations.js';
import type { Value } from '../../port/value.js';
import { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { scriptProblem } from '../play/problems.js';
import { accepted } from '../reflection/invoke.js';
import type { Method, Target } from '../reflection/member.js';
import { gameObjectReference } from '../reflection/references.js';
import { CallRecord } from './call-record.js';
import type { Outcome } from './prelude.js';
import { compilePatch, Sandbox } from './sandbox.js';
import { SceneHost } from './scene-host.js';

export const PLAIN_SOURCE = 'return original(...args);';
const PATCH_NAME = 'hook';
const PATCH_MS = 50;
/** Limits a patch that calls its own method. */
const MAX_NESTED = 16;
const QUIET_MS = 1000;

/** A call that a patch handles. */
interface Frame {
  readonly self: Target;
  readonly args: readonly unknown[];
  /** The result of the method, once the patch has called it. */
  given?: { readonly value: unknown };
}

/**
 * Replaces a method while it is enabled: records calls, and may run code of a caller instead. If that code fails, the method runs as usual.
 */
export class Hook {
  source = PLAIN_SOURCE;
  readonly #original: Method['implementation'];
  readonly #frames = new Map<number, Frame>();
  #patch: Sandbox | undefined;
  #enabled = false;
  readonly #record = new CallRecord();
  #lastFrame = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly signature: string,
    readonly method: Method,
    readonly world: World,
    readonly operate: (name: string, params: unknown) => unknown,
  ) {
    this.#original = method.implementation;
    this.enabled = true;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** Disabling restores the implementation of the method. */
  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    this.method.implementation = enabled ? (self, args) => this.#handle(self, args) : this.#original;
  }

  describe(): HookInfo {
    return { signature: this.signature, enabled: this.#enabled, calls: this.#record.total };
  }

  /** Recorded calls. */
  calls(since: number | undefined, limit: number): HookCalls {
    return { signature: this.signature, enabled: this.#enabled, ...this.#record.read(since, limit) };
  }

  /** Throws if the source does not compile. */
  check(source: string): void {
    if (source.trim() !== PLAIN_SOURCE) compilePatch(source, PATCH_NAME);
  }

  replace(source: string): void {
    if (source.trim() === PLAIN_SOURCE) this.#patch = undefined;
    else {
      const host = new SceneHost(this.world, this.operate, {
        'hook.frame': ({ call }: { call: number }) => this.#shownFrame(call),
        'hook.original': ({ call, args }: { call: number; args: unknown[] }) =>
          this.#callOriginal(call, args),
      });
      const patch = new Sandbox(host);
      patch.define(source, PATCH_NAME, PATCH_MS);
      this.#patch = patch;
    }
    this.source = source;
  }

  #handle(self: Target, args: readonly unknown[]): unknown {
    this.#note(self, args);
    if (this.#patch === undefined || this.#frames.size >= MAX_NESTED) return this.#original(self, args);
    const call = ++this.#lastFrame;
    const frame: Frame = { self, args };
    this.#frames.set(call, frame);
    let outcome: Outcome = {};
    try {
      outcome = this.#patch.invoke(call, PATCH_MS);
      return this.#result(frame, outcome);
    } catch (thrown) {
      this.#report(thrown, outcome.stack);
      return frame.given === undefined ? this.#original(self, args) : frame.given.value;
    } finally {
      this.#frames.delete(call);
    }
  }

  #note(self: Target, args: readonly unknown[]): void {
    const object = self instanceof GameObject ? self : self.object;
    const { clock } = this.world.surroundings;
    this.#record.add({
      at: new Date().toISOString(),
      time: clock.time,
      frame: clock.frame,
      object: object.id,
      path: object.path,
      args: this.method.parameters.map((parameter, at) => parameter.show(args[at]).text),
    });
  }

  #result(frame: Frame, { json, error }: Outcome): unknown {
    if (error !== undefined) throw new EngineError('failed', error, 'correct the source of the hook');
    const { returns, name } = this.method;
    if (returns.name === 'System.Void') return undefined;
    if (json === undefined && frame.given !== undefined) return frame.given.value;
    return accepted(returns, json, this.world, `the result of ${name}`);
  }

  #frame(call: number): Frame {
    const frame = this.#frames.get(call);
    if (frame === undefined)
      throw new EngineError('invalid', 'the call is over', 'use original and args only during the call');
    return frame;
  }

  #shownFrame(call: number): { self: Value; args: Value[] } {
    const { self, args } = this.#frame(call);
    const { parameters } = this.method;
    return {
      self:
        self instanceof GameObject
          ? gameObjectReference.show(self)
          : { type: self.type.name, text: '', ref: self.object.id },
      args: parameters.map((parameter, at) => parameter.show(args[at])),
    };
  }

  /** Arguments that the patch leaves out are taken from the call. */
  #callOriginal(call: number, given: readonly unknown[]): Value {
    const frame = this.#frame(call);
    const { parameters, returns, name } = this.method;
    const args = parameters.map((parameter, at) =>
      at < given.length
        ? accepted(parameter, given[at], this.world, `argument ${at} of ${name}`)
        : frame.args[at],
    );
    frame.given = { value: this.#original(frame.self, args) };
    return returns.show(frame.given.value);
  }

  /** A patch that reached its time limit is disabled, because it would delay every frame. */
  #report(thrown: unknown, stack: string | undefined): void {
    const stopped = thrown instanceof EngineError && thrown.kind === 'timeout';
    if (stopped) this.enabled = false;
    else if (performance.now() - this.#reportedAt < QUIET_MS) return;
    this.#reportedAt = performance.now();
    const what = thrown instanceof Error ? thrown.message : 'it failed';
    const about = stopped ? `${what}; the hook is disabled` : what;
    const message = `the patch of ${this.signature} failed: ${about}`;
    this.world.surroundings.log('error', message, 'Hook', scriptProblem(stack));
  }
}
