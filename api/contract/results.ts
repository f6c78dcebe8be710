import { Type } from 'typebox';
import { Instant, Nullable } from './shapes.ts';

/** A line of the plot: bucket averages beyond `points` raw results. `up` is the share of successful checks, 0 to 1. */
const ResultPoint = Type.Object({
  at: Instant,
  responseTime: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  up: Type.Number(),
  checks: Type.Integer(),
});

/** Of a monitor's checks, or of a device's polls. */
export const ResultsQuery = Type.Object({
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  points: Type.Optional(Type.Integer({ minimum: 10, maximum: 5000, default: 720 })),
});

export const ResultsReply = Type.Object({
  points: Type.Array(ResultPoint),
  from: Instant,
  to: Instant,
  availability: Nullable(Type.Number()),
  /** Seconds that a point stands for; null where each is a single check. */
  step: Nullable(Type.Integer()),
});
