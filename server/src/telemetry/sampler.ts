import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Sampling } from '../config-telemetry.ts'

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
export function makeSampler({ name, ratio }: Sampling): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(name) as unknown as [string, string | undefined, string]
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return parentBased === undefined ? root : new ParentBasedSampler({ root })
}
