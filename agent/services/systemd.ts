import type { Service } from '#api/contract/agent-methods/services.ts';

type State = Service['state'];
type Start = Service['start'];

const ending = '.service';
const columns = (line: string) => line.trim().split(/\s+/);

/**
 * The services of `systemctl list-units` (unit, load, active, sub, description) with the start types of `systemctl list-unit-files`
 * (unit, state, preset): every loaded unit, and those that start automatically although nothing has loaded them.
 */
export function systemdServices(units: string, files: string): Service[] {
  const states = new Map(
    files.split('\n').flatMap((line) => {
      const [unit = '', state = ''] = columns(line);
      return isService(unit) ? [[unit, state] as const] : [];
    }),
  );
  const found = new Map<string, Service>();
  for (const line of units.split('\n')) {
    const [unit = '', load = '', active = '', sub = '', ...description] = columns(line.replace(/^[●*×↻○]\s*/, ''));
    // Units that others name and nobody installed are no services of the computer.
    if (!isService(unit) || load === 'not-found' || load === 'masked') continue;
    found.set(unit, {
      name: nameOf(unit),
      label: description.join(' '),
      state: stateOf(active, sub),
      start: startOf(states.get(unit)),
    });
  }
  for (const [unit, state] of states)
    if (!found.has(unit) && startOf(state) === 'AUTOMATIC')
      found.set(unit, { name: nameOf(unit), label: '', state: 'STOPPED', start: 'AUTOMATIC' });
  return [...found.values()];
}

/** A template (`getty@.service`) is no service; its instances are. */
function isService(unit: string): boolean {
  return unit.endsWith(ending) && unit.length > ending.length && !unit.endsWith(`@${ending}`);
}

const nameOf = (unit: string): string => unit.slice(0, -ending.length);

function stateOf(active: string, sub: string): State {
  switch (active) {
    case 'active':
      return sub === 'exited' ? 'EXITED' : 'RUNNING';
    case 'reloading':
      return 'RUNNING';
    case 'activating':
      return 'STARTING';
    case 'deactivating':
      return 'STOPPING';
    case 'inactive':
      return 'STOPPED';
    case 'failed':
      return 'FAILED';
    default:
      return 'OTHER';
  }
}

function startOf(state: string | undefined): Start {
  switch (state) {
    case 'enabled':
    case 'enabled-runtime':
      return 'AUTOMATIC';
    case 'static':
    case 'indirect':
    case 'linked':
    case 'linked-runtime':
    case 'alias':
      return 'MANUAL';
    case 'disabled':
    case 'masked':
    case 'masked-runtime':
      return 'DISABLED';
    default:
      return 'OTHER';
  }
}
