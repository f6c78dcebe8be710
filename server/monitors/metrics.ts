import { Counter, Gauge, Histogram, Summary } from 'prom-client';

/** How late checks begin: when they did, less when they were due. */
export const lateness = new Histogram({
  name: 'cairn_monitor_lateness_seconds',
  help: 'How long after its due time a check began',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
});

/** The same over the last five minutes, for people. */
export const recentLateness = new Summary({
  name: 'cairn_monitor_lateness_recent_seconds',
  help: 'How long after its due time a check began, over the last five minutes',
  percentiles: [0.5, 0.99],
  maxAgeSeconds: 300,
  ageBuckets: 5,
});

export const checksDone = new Counter({
  name: 'cairn_monitor_checks_total',
  help: 'Checks made, by type and whether they succeeded',
  labelNames: ['type', 'ok'],
});

export const checksDropped = new Counter({
  name: 'cairn_monitor_checks_dropped_total',
  help: 'Checks made whose result could not be stored',
});

export const alertsChanged = new Counter({
  name: 'cairn_monitor_alerts_total',
  help: 'Alerts raised and reset',
  labelNames: ['change'],
});

export const monitorsHeld = new Gauge({ name: 'cairn_monitors_held', help: 'Monitors that this process runs' });
export const checksUnderWay = new Gauge({
  name: 'cairn_monitor_checks_under_way',
  help: 'Checks that are under way now',
});
