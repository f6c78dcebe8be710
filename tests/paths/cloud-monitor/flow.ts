import { sampleReply } from '#src/gallery/sample.ts';
import { flowCase } from '../flow-case.ts';

const stored = sampleReply('readMonitor') as Record<string, unknown>;
const condition = (type: string) => ({
  id: 7,
  enabled: true,
  conditionName: 'It is down',
  type,
  runCount: 3,
  resetThreshold: 10,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'SEND',
  description: 'The check fails 3 times in a row.',
  state: 'ok',
  raisedAt: null,
});
const common = {
  ...stored,
  monitorName: 'Gateway',
  frequency: 60,
  timeout: 10,
  httpPasswordSet: false,
  requestHeaders: [],
};

export default flowCase({
  replies: {
    readMonitor: {
      'a ping monitor': {
        ...common,
        monitorType: 'PING',
        hostname: '192.0.2.1',
        conditions: [condition('PingFailed')],
      },
      'an HTTP monitor': {
        ...common,
        monitorType: 'HTTP',
        httpHostname: 'https://www.example.com/',
        methodType: 'GET',
        authenticationType: 'BASIC',
        httpUsername: 'watcher',
        httpPasswordSet: true,
        saveResponseBody: true,
        saveCertificateInformation: true,
        requestBodyType: 'NONE',
        conditions: [condition('HttpWebsiteFailed')],
      },
    },
  },
  states: {
    loading: { heading: 'Loading the monitor' },
    loadFailed: { heading: 'The monitor could not be read', offers: ['Try again', 'Close'] },
    'editing.setup': { heading: 'Setup', says: ['Conditions', 'Confirm'], offers: ['Next'] },
    'editing.request': { heading: 'Request', says: ['What is sent with each HTTP request.'], offers: ['Next', 'Back'] },
    'editing.conditions': { heading: 'Conditions', offers: ['Next', 'Back'] },
    'editing.confirm': { heading: 'Confirm', says: ['Setup', 'Monitor name'], offers: ['Save', 'Back', 'Test now'] },
    'editing.testing': { heading: 'Confirm' },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    saved: { heading: 'Saved', says: ['is saved and its first check is on the way.'], offers: ['Open the dashboard'] },
  },
});
