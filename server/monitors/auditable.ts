import { changesOf, type Change } from '../audit/changes.ts';
import type { SetupInput } from './checked-input.ts';
import { checkOf } from './checks/registry.ts';
import type { storedMonitor } from './read-monitors.ts';

type Stored = Awaited<ReturnType<typeof storedMonitor>>;

/** Headers and bodies of requests may hold keys: the trail says that they changed, not to what. */
const hidden = ['requestHeaders', 'requestBodyForm', 'requestBodyRaw'];

/** What an edit changed, old and new. A password that was typed anew is told as changed. */
export function monitorChanges(before: Stored, after: Stored, typed: SetupInput): { changes: Change[] } {
  const { changes } = changesOf(auditable(before), auditable(after), hidden);
  const given: Readonly<Record<string, unknown>> = typed;
  const secrets = Object.keys(checkOf(typed.monitorType).secrets).filter((field) => Boolean(given[field]));
  return { changes: [...changes, ...secrets.map((field) => ({ field, from: null, to: null }))] };
}

function auditable(monitor: Stored): Record<string, unknown> {
  const { monitorName, enabled, clientName, locationName, frequency, timeout, monitorType, conditions } = monitor;
  const told: Readonly<Record<string, unknown>> = monitor;
  const fields = checkOf(monitorType).fields.map((field) => [field, told[field]] as const);
  return {
    // First: a custom field must not replace a field of the product that has the same name.
    ...monitor.custom,
    monitorName,
    enabled,
    organization: clientName,
    location: locationName,
    frequency,
    timeout,
    ...Object.fromEntries(fields),
    conditions: Object.fromEntries(
      conditions.map(
        ({ id: _id, description: _d, state: _s, failures: _f, raisedAt: _r, unansweredReason: _u, ...rest }) => [
          rest.conditionName,
          rest,
        ],
      ),
    ),
  };
}
