import type { Answers } from '#engine/flow/flow.ts';

const SETUP = [
  'enabled',
  'clientId',
  'locationId',
  'monitorType',
  'monitorName',
  'frequency',
  'timeout',
  'hostname',
  'httpHostname',
  'methodType',
  'authenticationType',
  'httpUsername',
  'httpPasswordSet',
  'saveResponseBody',
  'saveCertificateInformation',
];
const CONDITION = [
  'id',
  'enabled',
  'conditionName',
  'type',
  'runCount',
  'resetThreshold',
  'severity',
  'priority',
  'notificationAction',
];

/** A monitor as `readMonitor` answers it, as the answers of the steps. */
export function answersOf(monitor: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const headers = rowsOf(monitor['requestHeaders']);
  return {
    setup: picked(monitor, SETUP),
    ...(monitor['monitorType'] === 'HTTP'
      ? {
          request: {
            requestHeaders: headers.length === 0 ? [{}] : headers,
            requestBodyType: monitor['requestBodyType'] ?? 'NONE',
            ...picked(monitor, ['requestBodyForm', 'requestBodyRaw']),
          },
        }
      : {}),
    conditions: {
      monitorType: monitor['monitorType'],
      conditions: rowsOf(monitor['conditions']).map((condition) => picked(condition, CONDITION)),
    },
  };
}

function picked(source: Readonly<Record<string, unknown>>, names: readonly string[]): Answers {
  return Object.fromEntries(names.flatMap((name) => (source[name] == null ? [] : [[name, source[name]]])));
}

function rowsOf(rows: unknown): Answers[] {
  return Array.isArray(rows) ? (rows as Answers[]) : [];
}
