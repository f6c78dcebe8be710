import { execFile } from 'node:child_process';
import { mostServices, type Service, type ServicesReport } from '#api/contract/agent-methods/services.ts';
import { bounded } from '../inventory/bounded.ts';
import { systemdServices } from './systemd.ts';
import { listWindowsServices, windowsServices } from './windows.ts';

export interface ServiceList {
  manager: ServicesReport['manager'];
  services: Service[];
}

interface Options {
  platform?: NodeJS.Platform;
  /** The programs that are asked; tests name others. */
  systemctl?: string;
  powerShell?: string;
}

/** `absent`: there is no such program, or it says that no service manager runs. */
type Output = { kind: 'said'; text: string } | { kind: 'absent' | 'failed' };

const none: ServiceList = { manager: 'NONE', services: [] };

/** The services of this computer; undefined when they could not be read this time. */
export async function readServices({
  platform = process.platform,
  systemctl = 'systemctl',
  powerShell = 'powershell.exe',
}: Options = {}): Promise<ServiceList | undefined> {
  if (platform === 'win32') {
    const said = await outputOf(powerShell, ['-NoProfile', '-NonInteractive', '-Command', listWindowsServices]);
    const services = said.kind === 'said' ? windowsServices(said.text) : undefined;
    return services && { manager: 'WINDOWS', services: boundedList(services) };
  }
  if (platform !== 'linux') return none;
  const usual = ['--type=service', '--full', '--plain', '--no-legend', '--no-pager'];
  const units = await outputOf(systemctl, ['list-units', '--all', ...usual]);
  if (units.kind === 'absent') return none;
  const files = await outputOf(systemctl, ['list-unit-files', ...usual]);
  if (units.kind !== 'said' || files.kind !== 'said') return undefined;
  return { manager: 'SYSTEMD', services: boundedList(systemdServices(units.text, files.text)) };
}

/** Each name once, in their order, as the protocol takes them. */
function boundedList(services: readonly Service[]): Service[] {
  const byName = new Map<string, Service>();
  for (const service of services) {
    const name = bounded(service.name, 256);
    if (name !== '' && !byName.has(name)) byName.set(name, { ...service, name, label: bounded(service.label, 200) });
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, mostServices);
}

/** What systemctl says where another program is the first process. */
const notBooted = /not been booted with systemd|Failed to connect to (?:system )?bus/;

function outputOf(program: string, args: readonly string[]): Promise<Output> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', SYSTEMD_COLORS: '0' };
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { timeout: 20_000, maxBuffer: 4 * 1024 * 1024, windowsHide: true, env },
      (error, stdout, stderr) => {
        if (!error) return resolve({ kind: 'said', text: stdout });
        resolve({ kind: error.code === 'ENOENT' || notBooted.test(stderr) ? 'absent' : 'failed' });
      },
    );
  });
}
