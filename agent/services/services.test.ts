import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  mostReportedServices,
  mostServices,
  type Service,
  type ServicesReport,
} from '#api/contract/agent-methods/services.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { temporaryDirectory } from '#tests/server/agent-rig.ts';
import { readServices, type ServiceList } from './read-services.ts';
import { createServiceWatcher } from './service-watcher.ts';
import { systemdServices } from './systemd.ts';
import { windowsServices } from './windows.ts';

// As systemd 252 of Debian 12 prints them.
const units = `apt-daily.service                  loaded    inactive dead    Daily apt download activities
cron.service                       loaded    active   running Regular background program processing daemon
● exim4.service                    loaded    failed   failed  LSB: exim Mail Transport Agent
getty@tty1.service                 loaded    active   running Getty on tty1
keyboard-setup.service             loaded    active   exited  Set the console keyboard layout
nginx.service                      loaded    activating start   A high performance web server and a reverse proxy server
plymouth-quit.service              not-found inactive dead    plymouth-quit.service
`;
const files = `apt-daily.service        static   -
autovt@.service          alias    -
cron.service             enabled  enabled
exim4.service            generated -
getty@.service           enabled  enabled
keyboard-setup.service   enabled  enabled
nginx.service            disabled enabled
rsync.service            enabled  enabled
`;

describe('the services of systemd', () => {
  it('are its loaded units with their start types, and those that should start and are not loaded', () => {
    expect(systemdServices(units, files).map(({ name, state, start }) => `${name} ${state} ${start}`)).toEqual([
      'apt-daily STOPPED MANUAL',
      'cron RUNNING AUTOMATIC',
      'exim4 FAILED OTHER',
      'getty@tty1 RUNNING OTHER',
      'keyboard-setup EXITED AUTOMATIC',
      'nginx STARTING DISABLED',
      'rsync STOPPED AUTOMATIC',
    ]);
    expect(systemdServices(units, files)[1]?.label).toBe('Regular background program processing daemon');
  });
});

describe('the services of Windows', () => {
  it('are parsed from the output of PowerShell, those with a trigger start too', () => {
    const printed = `[{"n":"Spooler","l":"Print Spooler","s":"Running","t":"Automatic","g":false},{"n":"W32Time","l":"Windows Time","s":"Stopped","t":"Automatic","g":true},{"n":"wuauserv","l":"Windows Update","s":"StopPending","t":"Manual","g":true},{"x":1}]`;
    expect(windowsServices(printed)).toEqual([
      { name: 'Spooler', label: 'Print Spooler', state: 'RUNNING', start: 'AUTOMATIC' },
      { name: 'W32Time', label: 'Windows Time', state: 'STOPPED', start: 'TRIGGER' },
      { name: 'wuauserv', label: 'Windows Update', state: 'STOPPING', start: 'MANUAL' },
    ]);
    expect(windowsServices('{"n":"One","l":"","s":"constructor","t":"Boot"}')).toEqual([
      { name: 'One', label: '', state: 'OTHER', start: 'OTHER' },
    ]);
    expect(windowsServices('Access denied')).toBeUndefined();
  });
});

describe('reading services', () => {
  const program = (script: string) => {
    const path = join(temporaryDirectory(), 'systemctl');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const linux = (systemctl: string) => readServices({ platform: 'linux', systemctl });

  it('asks systemctl for both lists', async () => {
    const systemctl = program(
      `case "$1" in list-units) cat <<'E'\n${units}E\n;; list-unit-files) cat <<'E'\n${files}E\n;; esac`,
    );
    const list = await linux(systemctl);
    expect([list?.manager, list?.services.length]).toEqual(['SYSTEMD', 7]);
  });

  it('finds no service manager where there is no systemctl, or no systemd runs', async () => {
    const none = { manager: 'NONE', services: [] };
    expect(await linux('/nowhere/systemctl')).toEqual(none);
    const words = "System has not been booted with systemd as init system (PID 1). Can't operate.";
    expect(await linux(program(`echo "${words}" >&2; exit 1`))).toEqual(none);
    expect(await readServices({ platform: 'darwin' })).toEqual(none);
  });

  it('says nothing when systemctl fails for once', async () => {
    expect(await linux(program('echo "Connection timed out" >&2; exit 1'))).toBeUndefined();
  });

  it('keeps to the bounds of the protocol', async () => {
    const systemctl = program(
      `[ "$1" = list-units ] && seq 1 ${mostServices + 50} | sed 's/.*/s&.service loaded active running D/' ; exit 0`,
    );
    expect((await linux(systemctl))?.services).toHaveLength(mostServices);
  });
});

describe('reporting services', () => {
  afterEach(() => vi.useRealTimers());
  const service = (name: string, state: Service['state'] = 'RUNNING'): Service => ({
    name,
    label: '',
    state,
    start: 'AUTOMATIC',
  });
  async function watch(lists: (ServiceList | undefined)[], send: (report: ServicesReport) => Promise<unknown>) {
    let looks = 0;
    const watcher = createServiceWatcher({
      read: async () => lists[Math.min(looks++, lists.length - 1)],
      everyMs: 20,
      betweenMs: 1,
    });
    const leave = watcher.connect(send);
    await vi.waitFor(() => expect(looks).toBeGreaterThan(lists.length), { timeout: 30_000 });
    leave();
    watcher.stop();
  }
  const list = (...services: Service[]): ServiceList => ({ manager: 'SYSTEMD', services });

  it('sends the whole list once, then what changed and what is gone', async () => {
    const reports: ServicesReport[] = [];
    await watch([list(service('a'), service('b')), list(service('a', 'STOPPED')), undefined], async (report) =>
      reports.push(report),
    );
    expect(reports).toEqual([
      { manager: 'SYSTEMD', begins: true, completes: true, services: [service('a'), service('b')], gone: [] },
      { manager: 'SYSTEMD', begins: false, completes: false, services: [service('a', 'STOPPED')], gone: ['b'] },
    ]);
  });

  it('sends a long list in parts, of which the first begins and the last completes it', async () => {
    const many = Array.from({ length: 2 * mostReportedServices + 1 }, (_, index) => service(`s${index}`));
    const reports: ServicesReport[] = [];
    await watch([list(...many)], async (report) => reports.push(report));
    expect(reports.map(({ begins, completes, services }) => [begins, completes, services.length])).toEqual([
      [true, false, mostReportedServices],
      [false, false, mostReportedServices],
      [false, true, 1],
    ]);
  });

  it('sends the whole list again after a report that was not taken', async () => {
    const reports: boolean[] = [];
    await watch([list(service('a')), list(service('a')), list(service('a'))], async ({ begins }) => {
      reports.push(begins);
      if (reports.length === 1) throw new RpcError(rpcCodes.busy, 'Later');
    });
    expect(reports).toEqual([true, true]);
  });

  it('leaves a server alone that does not know the method', async () => {
    let asked = 0;
    const watcher = createServiceWatcher({ read: async () => list(service('a')), everyMs: 5 });
    watcher.connect(async () => {
      asked += 1;
      throw new RpcError(rpcCodes.unknownMethod, 'Unknown method');
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    watcher.stop();
    expect(asked).toBe(1);
  });
});
