import { Type, type Static } from 'typebox';
import { Closed, Instant, Nullable } from '../shapes.ts';

/** Seconds between two samples of a device. */
export const sampleEverySeconds = 60;
/** An agent keeps this many samples that no server has acknowledged: a day of them. */
export const mostKeptSamples = 1440;
/** Samples of one report: with the longest names they stay below the largest message. */
export const mostReportedSamples = 10;
/** Volumes of a sample. */
export const mostVolumes = 64;
/** The server stores at most one report of a device in this time; an agent that catches up waits as long twice. */
export const reportEverySeconds = 1;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The load of a device over the minute that ends at `at`, by its own clock. What could not be read is null or left out. */
const PerformanceSample = Closed({
  at: Instant,
  /** The share of processor time that was not idle, over all cores. */
  cpu: Nullable(Share),
  /** The share of memory that programs cannot get any more. */
  memory: Nullable(Share),
  /** Fixed volumes, by their mount point. `used` counts what is reserved as used. */
  volumes: Type.Array(Closed({ mount: Type.String({ minLength: 1, maxLength: 100 }), size: Bytes, used: Bytes }), {
    maxItems: mostVolumes,
  }),
});
export type PerformanceSample = Static<typeof PerformanceSample>;

/** Samples, oldest first, and the device's clock at the sending, by which the server corrects their times. */
export const PerformanceReport = Closed({
  sentAt: Instant,
  samples: Type.Array(PerformanceSample, { minItems: 1, maxItems: mostReportedSamples }),
});
export type PerformanceReport = Static<typeof PerformanceReport>;

export const performanceCapability = 'performance@1';
