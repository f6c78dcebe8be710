import { Type } from 'typebox';
import { call } from './call.ts';
import { IdParams, Instant, Nullable, OneOf } from './shapes.ts';

/** The ranges of a device's load until now and the span of their points, in seconds. At most 361 points each. */
export const performanceRanges = {
  day: { seconds: 86_400, step: 300 },
  week: { seconds: 7 * 86_400, step: 1800 },
  month: { seconds: 30 * 86_400, step: 7200 },
} as const;
export type PerformanceRange = keyof typeof performanceRanges;
export const performanceRangeNames = ['day', 'week', 'month'] as const satisfies readonly PerformanceRange[];

const Share = Type.Number({ minimum: 0, maximum: 1 });

const PerformanceSeries = Type.Object({
  kind: OneOf(['CPU', 'MEMORY', 'VOLUME']),
  /** The mount point of a volume; empty for the others. */
  name: Type.String(),
  /** Bytes of a volume. */
  size: Nullable(Type.Integer()),
  /** The latest share, and the minute that it is of. */
  value: Share,
  at: Instant,
  points: Type.Array(Type.Object({ at: Instant, average: Share, maximum: Share })),
});

export const performanceCalls = {
  readDevicePerformance: call({
    method: 'GET',
    path: '/device/:id/performance',
    summary: 'CPU, memory and volumes in use on a device over the last day, week or month, oldest first',
    params: IdParams,
    query: Type.Object({ range: Type.Optional(OneOf(performanceRangeNames)) }),
    reply: Type.Object({
      from: Instant,
      to: Instant,
      /** Seconds that a point covers. */
      step: Type.Integer(),
      /** CPU, memory, then the volumes by name; those without a sample in the range are left out. */
      series: Type.Array(PerformanceSeries),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
};
