import { describe, expect, it } from 'vitest';
import { finish } from '../../domain/index.js';
import { body, universeOf } from '../../testing/small-sky.js';
import { planMap as planSteps } from './plan.js';

const planMap = (...given: Parameters<typeof planSteps>) => finish(planSteps(...given));

describe('planMap', () => {
  it('draws the largest, then the nearest, and counts the rest', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      body(`b${i}`, 'sun', { radius: i === 4321 ? 9 : 1, orbitalDistance: 5000 - i }),
    );
    const plan = planMap(universeOf(body('sun'), ...many));
    const drawn = plan.systems[0]!.bodies.map(one => one.id);
    expect(drawn.slice(0, 3)).toEqual(['b4321', 'b4999', 'b4998']);
    expect(plan.total).toBe(5001);
    expect(drawn.length + 1 + plan.left).toBe(5001);
    expect(drawn.length).toBeLessThanOrEqual(600);
  });

  it('gives bodies with satellites an inset each, by distance', () => {
    const plan = planMap(
      universeOf(
        body('sun'),
        body('far', 'sun', { orbitalDistance: 9 }),
        body('near', 'sun', { orbitalDistance: 3 }),
        body('moon', 'far'),
        body('satellite', 'moon'),
        body('other', 'near'),
      ),
    );
    expect(plan.insets.map(inset => inset.host.id)).toEqual(['moon', 'near', 'far']);
    expect(plan.left).toBe(0);
  });

  it('draws only the system of the focus', () => {
    const state = universeOf(body('sun'), body('planet', 'sun'), body('moon', 'planet'), body('else', 'sun'));
    const plan = planMap(state, 'planet');
    expect(plan.systems.map(system => system.host.id)).toEqual(['planet']);
    expect([plan.total, plan.left]).toEqual([2, 0]);
    expect(planMap(state, 'missing').total).toBe(4);
    expect(planMap(state, '__proto__').total).toBe(4);
  });
});
