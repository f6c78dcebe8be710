import { MonitorInput } from '#api/contract/monitor-input.ts';

/** How a CSV cell holds a field: lists and objects as JSON. */
export type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object';

const first = ['monitorName', 'monitorType', 'enabled', 'frequency', 'timeout'];
const kinds: Readonly<Record<string, Kind>> = {
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};
const asked = MonitorInput.properties as Readonly<Record<string, { type?: string }>>;

/** Organization and location by name or id; in a request they are `clientId` and `locationId`. */
export const places = ['organization', 'location'] as const;

/** The fields of a file in the order of its columns: those of the request, with the places by name and the conditions last. */
export const fields: ReadonlyMap<string, Kind> = new Map(
  [
    ...places,
    ...first,
    ...Object.keys(asked).filter((name) => ![...first, 'clientId', 'locationId', 'conditions'].includes(name)),
    'conditions',
  ].map((name) => [name, kinds[asked[name]?.type ?? ''] ?? 'text']),
);

/** What an export says beside the fields, and an import passes over. */
export const remarks = ['secretsLeftOut'];

/** `/conditions/0/runCount` → `conditions[0].runCount`, as the file has it; `/clientId` → `organization`. */
export function fieldOf(pointer: string): string {
  const [head = '', ...rest] = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = head === 'clientId' ? 'organization' : head === 'locationId' ? 'location' : head;
  return rest.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), name);
}
