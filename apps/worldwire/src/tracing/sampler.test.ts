import { describe, expect, it } from 'vitest';
import { readSampler } from './sampler.js';

describe('OTEL_TRACES_SAMPLER', () => {
  it.each([
    [undefined, undefined, 'ParentBased{root=AlwaysOnSampler'],
    ['always_on', undefined, 'AlwaysOnSampler'],
    ['always_off', undefined, 'AlwaysOffSampler'],
    ['traceidratio', '0.25', 'TraceIdRatioBased{0.25}'],
    ['parentbased_always_off', undefined, 'ParentBased{root=AlwaysOffSampler'],
    ['parentbased_traceidratio', '0.5', 'ParentBased{root=TraceIdRatioBased{0.5}'],
  ])('%s with %s is %s', (name, argument, expected) => {
    const variables = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
    expect(readSampler(variables)?.toString()).toContain(expected);
  });

  it.each([
    ['jaeger_remote', undefined],
    ['traceidratio', '2'],
    ['traceidratio', 'half'],
  ])('%s with %s is unknown', (name, argument) => {
    const variables = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
    expect(readSampler(variables)).toBeUndefined();
  });
});
