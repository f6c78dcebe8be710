import { flowCase } from '../flow-case.ts';

const kept = {
  enabled: true,
  conditionName: 'Gateway is down',
  resetThreshold: 10,
  severity: 'MAJOR',
  priority: 'HIGH',
  notificationAction: 'NONE',
  notificationChannelIds: [],
};
const settings = { monitorType: 'PING', type: 'PingFailed', runCount: 3 };

export default flowCase({
  inputs: {
    // NEW knows no type of monitor, so every condition may be chosen there.
    'of a stored monitor': { mode: 'EDIT', subject: '7', answers: { settings, condition: kept }, passed: ['settings'] },
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
