import type { Answers, FlowInput } from '#engine/flow/flow.ts';
import { flowCase } from '../flow-case.ts';

const defaults = {
  enabled: true,
  resetThreshold: 10,
  severity: 'MODERATE',
  priority: 'MEDIUM',
  notificationAction: 'NONE',
  notificationChannelIds: [],
};
const kept = { ...defaults, conditionName: 'Gateway is down', severity: 'MAJOR', priority: 'HIGH' };

/** As the table of a monitor of this type opens it: with what the type begins with, right as it is where it has a condition. */
function added(monitorType: string, begins: Answers = {}): Partial<FlowInput> {
  const settings = { monitorType, ...begins };
  return { answers: { settings, condition: defaults }, passed: 'type' in begins ? ['settings'] : [] };
}

const failed = (type: string) => ({ type, runCount: 3 });

export default flowCase({
  inputs: {
    // A port scan has no condition that it begins with.
    NEW: added('PORT_SCAN'),
    'NEW of a ping': added('PING', failed('PingFailed')),
    'NEW of DNS': added('DNS', failed('DnsTimeOut')),
    'NEW of an email monitor': added('EMAIL', failed('EmailFailed')),
    'NEW of a stored HTTP monitor': { ...added('HTTP', failed('HttpWebsiteFailed')), subject: '7' },
    'of a stored monitor': {
      mode: 'EDIT',
      subject: '7',
      answers: { settings: { monitorType: 'PING', ...failed('PingFailed') }, condition: kept },
      passed: ['settings'],
    },
  },
  replies: {
    replayCondition: {
      'it would have fired': {
        from: '2025-12-30T00:00:00.000Z',
        to: '2026-01-01T00:00:00.000Z',
        checks: 2880,
        judged: 2880,
        alerts: [{ raisedAt: '2025-12-31T10:00:00.000Z', resetAt: '2025-12-31T10:20:00.000Z' }],
        missing: null,
        points: [{ at: '2025-12-31T10:00:00.000Z', checks: 60, failed: 7 }],
      },
    },
  },
  states: {
    'editing.condition': { heading: 'Condition', offers: ['Cancel'] },
    'editing.settings': { heading: 'Condition settings', offers: ['Apply', 'Back'] },
    'editing.replaying': { heading: 'Condition' },
  },
});
