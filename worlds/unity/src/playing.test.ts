/// <reference types="vitest/importMeta" />

import { type Engine, EngineError, type EngineEvent, type OperationName } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { alteredEngine, Stage } from './stage.test.js';

/** An answer, or a function that makes it. */
type Answers = Partial<Record<OperationName, unknown>>;

export interface PlayingEngine {
  readonly engine: Engine;
  /** The calls of the operations that are answered here. */
  readonly asked: { readonly operation: string; readonly params: Record<string, unknown> }[];
  /** Sends an event of the engine. */
  emit(event: EngineEvent): void;
}

/** The shared scene with further operations, which are answered by the test. It has no others of these. */
export async function playing(answers: Answers): Promise<PlayingEngine> {
  const asked: PlayingEngine['asked'] = [];
  const listeners = new Set<(event: EngineEvent) => void>();
  const altered = await alteredEngine(async (operation, params, call) => {
    if (operation === 'engine.describe') {
      const info = (await call(operation, params)) as { operations: string[] };
      return { ...info, operations: [...info.operations, ...Object.keys(answers)] };
    }
    if (!(operation in answers)) {
      if (NEW.test(operation)) throw new EngineError('unsupported', `the engine has no ${operation}`);
      return call(operation, params);
    }
    asked.push({ operation, params: params as Record<string, unknown> });
    const answer = answers[operation as OperationName];
    return typeof answer === 'function' ? await answer(params) : answer;
  });
  const engine: Engine = {
    ...altered,
    call: (name, params, options) => altered.call(name, params, options),
    listen: listener => {
      const stop = altered.listen(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
  return { engine, asked, emit: event => listeners.forEach(listener => void listener(event)) };
}

const NEW = /^(input|editor|physics|navigation|signal|animation|ui|cells|profile)\.|^time\.(step|wait)$/;

if (import.meta.vitest) {
  describe('an engine of a test', () => {
    it('answers further operations, and the others as the scene does', async () => {
      const { engine, asked } = await playing({ 'editor.get': { scene: null } });
      const stage = await Stage.open({ engine });
      expect(await engine.call('editor.get', {})).toEqual({ scene: null });
      expect(asked).toEqual([{ operation: 'editor.get', params: {} }]);
      expect(await stage.call('ListScenes')).toHaveProperty('Items');
    });
  });
}
