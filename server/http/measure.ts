import { Counter, Histogram } from 'prom-client';
import { CallerGone, type Refused } from '../refused.ts';

const seconds = new Histogram({
  name: 'cairn_call_seconds',
  help: 'How long a call took',
  labelNames: ['call'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
});
const refusals = new Counter({
  name: 'cairn_call_refusals_total',
  help: 'Calls that were refused, by code',
  labelNames: ['call', 'code'],
});

export async function measured<T>(
  call: string,
  toRefused: (error: unknown) => Refused,
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallerGone)) refusals.inc({ call, code: toRefused(error).code });
    throw error;
  } finally {
    seconds.observe({ call }, (performance.now() - begun) / 1000);
  }
}
