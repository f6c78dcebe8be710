import type { CallInput, CallReply } from '#api/client.ts';

type TestBody = CallInput<'testMonitor'>['body'];

const sent = [
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
  'saveResponseBody',
  'saveCertificateInformation',
  'requestHeaders',
  'requestBodyType',
  'requestBodyForm',
  'requestBodyRaw',
] as const satisfies (keyof TestBody['monitor'])[];

/** A stored monitor as `testMonitor` takes it. Its secret stays on the server, which finds it by the id. */
export function testInput(monitor: CallReply<'readMonitor'>): TestBody {
  const fields = Object.fromEntries(
    sent.flatMap((name) => (monitor[name] === undefined ? [] : [[name, monitor[name]]])),
  );
  return { id: monitor.id, monitor: fields as TestBody['monitor'] };
}
