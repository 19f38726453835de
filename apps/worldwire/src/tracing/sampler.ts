import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Variables } from '../worlds/world-entry.js';

const PARENT_BASED = 'parentbased_';
const DEFAULT_SAMPLER = 'parentbased_always_on';

/** The sampler of OTEL_TRACES_SAMPLER, or undefined for an unknown one. */
export function readSampler({
  OTEL_TRACES_SAMPLER: name = DEFAULT_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG: argument = '1',
}: Variables): Sampler | undefined {
  const root = rootSampler(name.replace(PARENT_BASED, ''), Number(argument));
  return root !== undefined && name.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler | undefined {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return ratio >= 0 && ratio <= 1 ? new TraceIdRatioBasedSampler(ratio) : undefined;
    default:
      return undefined;
  }
}
