import type { CallInput, CallReply } from '#api/client.ts';

type Monitor = CallReply<'readMonitor'>;
type TestBody = CallInput<'testMonitor'>['body'];
/** What `readMonitor` tells and `testMonitor` does not take, flags such as `httpPasswordSet` apart. */
type ToldOnly = Exclude<keyof Monitor, keyof TestBody['monitor'] | `${string}Set`>;

// An object, so that a field of a new type of monitor that is only told must be named here to compile.
const toldOnly: Record<ToldOnly, true> = {
  id: true,
  nodeType: true,
  clientName: true,
  locationName: true,
  systemName: true,
  target: true,
  status: true,
  statusSince: true,
  lastResult: true,
  lastDetail: true,
  noAlertReason: true,
  openAlertCount: true,
  maintenance: true,
  conditions: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
};

/** A stored monitor as `testMonitor` takes it. Its secrets stay on the server, which finds them by the id. */
export function testInput(monitor: Monitor): TestBody {
  const fields = Object.entries(monitor).filter(([name]) => !Object.hasOwn(toldOnly, name) && !name.endsWith('Set'));
  return { id: monitor.id, monitor: Object.fromEntries(fields) as unknown as TestBody['monitor'] };
}
