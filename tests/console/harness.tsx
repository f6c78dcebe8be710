// The console as a person has it, in jsdom, with the calls mocked: every test says only what differs from a quiet day.
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { usualDeviceAlerts } from '#api/contract/device-alerts.ts';
import { mockApi, type MockReplies } from '#api/mock.ts';
import { setMe } from '#src/session/session.ts';
import { Console } from '#src/shell/console.tsx';
import { setTrail } from '#src/shell/trail.ts';
import { cssVariables, theme } from '#src/theme/theme.ts';
import { speak } from '#src/words/words.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

export const at = '2026-11-21T08:00:00.000Z';

/** An organization with one location, as its page reads it. */
export const organization = {
  id: 3,
  name: 'Acme',
  description: '',
  locations: [{ id: 1, name: 'Main office', address: '', country: '', description: '' }],
  custom: {},
  createdAt: at,
  updatedAt: at,
};

export const ada: CallReply<'readSession'> = {
  id: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  sysadmin: true,
  permissions: [],
  language: 'en-us',
  timeZoneId: 'UTC',
  theme: 'light',
  recordsFlows: false,
  totpEnabled: false,
  textPhone: null,
  securityKeys: 0,
  userInactivityTimeout: 240,
  divisionName: 'Northgate IT',
  version: '0.1.0',
  gallery: false,
  snmpV3InDiscovery: false,
  reporting: { errors: 1, traces: 0 },
};

export type MonitorRow = CallReply<'listMonitors'>['items'][number];

export function monitorRow(part: Partial<MonitorRow> = {}): MonitorRow {
  return {
    id: 1,
    nodeType: 'CLOUD_MONITOR_TARGET',
    enabled: true,
    custom: {},
    clientId: 1,
    clientName: 'Acme',
    locationId: 1,
    locationName: 'Main office',
    systemName: 'Shop',
    monitorType: 'HTTP',
    monitorName: 'Shop',
    frequency: 60,
    timeout: 10,
    target: 'https://shop.example.com/',
    status: 'up',
    statusSince: at,
    lastResult: {
      at,
      ok: true,
      responseTime: 84,
      error: null,
      message: 'The server answered 200 OK.',
      statusCode: 200,
    },
    openAlertCount: 0,
    maintenance: null,
    beats: { at: [1_795_247_880, 1_795_247_940, 1_795_248_000], states: 'udu', responseTimes: [80, null, 84] },
    ...part,
  };
}

export type AlertRow = CallReply<'listAlerts'>['items'][number];

export function alertRow(part: Partial<AlertRow> = {}): AlertRow {
  return {
    id: 1,
    monitorId: 3,
    monitorName: 'Shop',
    ofDevice: false,
    clientId: 1,
    clientName: 'Acme',
    conditionName: 'Down',
    description: 'The website fails 3 times in a row.',
    severity: 'CRITICAL',
    priority: 'HIGH',
    raisedAt: at,
    resetAt: null,
    endReason: null,
    discovery: null,
    paused: false,
    maintenance: false,
    assignee: null,
    message: 'The server answered 503.',
    acknowledged: null,
    ...part,
  };
}

export function alertDefaults(part: Partial<CallReply<'readAlertDefaults'>> = {}): CallReply<'readAlertDefaults'> {
  return {
    own: false,
    technicians: 'ALL',
    technicianIds: [],
    notificationChannelIds: [],
    candidates: [
      { id: 1, name: 'Ada Byron' },
      { id: 2, name: 'Uma Tester' },
    ],
    receivers: ['Ada Byron'],
    channels: [],
    mailConfigured: true,
    ...part,
  };
}

const quietDay: MockReplies = {
  checkBackupData: () => ({ deviceCount: 0, files: 0, bytes: 0, devices: [] }),
  listCredentials: () => [],
  listCredentialUses: () => [],
  listExpiringCredentials: () => ({ items: [], total: 0 }),
  systemOverview: () => ({
    organizations: 1,
    devices: 0,
    devicesUp: 0,
    monitors: 1,
    monitorsUp: 1,
    monitorsDown: 0,
    monitorsPaused: 0,
    downInMaintenance: 0,
    downWithoutCondition: 0,
    downNotCovered: 0,
    downNotRaised: 0,
    openAlerts: 0,
    alertsAcknowledged: 0,
    alertsPaused: 0,
    alertsInMaintenance: 0,
  }),
  listMonitors: ({ query }) =>
    query.status === undefined || query.status === 'up' ? { items: [monitorRow()], total: 1 } : { items: [], total: 0 },
  listAlerts: () => ({ items: [], total: 0 }),
  quickSearch: () => ({ exact: [], suggested: [], toleratesTypos: true }),
  listRecentSearches: () => [],
  searchDevices: () => ({ items: [], total: 0 }),
  listDeviceReboots: () => [],
  listDeviceServices: () => ({ manager: null, reportedAt: null, items: [] }),
  listBackupJobs: () => ({ items: [], delivery: { state: 'none', version: 0, at: null, reason: '' } }),
  listDeviceNeighbors: () => ({ ports: [], at: [], omitted: 0, readAt: null, asked: false }),
  listManagedFolders: () => ({ items: [], delivery: { state: 'none', version: 0, at: null, reason: '' } }),
  addRecentSearch: () => ({ resultCode: 'SUCCESS' }),
  listDrafts: () => [],
  listRecordedFlows: () => [],
  listKeptPaths: () => [],
  listPublishedScreens: () => [],
  listLanguages: () => [],
  listScheduledScreens: () => [],
  listScreenEdits: () => [],
  readScreenCheck: () => ({ stage: 'none', done: 0, total: 0 }),
  readScreenRepository: () => ({ isUsed: false, failed: [] }),
  saveDraft: ({ body }) => ({ resultCode: 'SUCCESS', revision: body.revision, updatedAt: at }),
  removeDraft: () => ({ resultCode: 'SUCCESS' }),
  keepEditor: () => [],
  closeEditor: () => ({ resultCode: 'SUCCESS' }),
  listActivities: () => ({ items: [], total: 0 }),
  searchOrganizations: () => ({ items: [], total: 0 }),
  listOrganizations: () => [{ id: 1, name: 'Acme', timeZone: 'UTC' }],
  listStatusPages: () => [],
  listConditionHistory: () => ({ items: [], total: 0 }),
  listMaintenance: () => ({ items: [], total: 0 }),
  readDivision: () => ({
    name: 'Northgate IT',
    language: 'en-us',
    timeZoneId: 'UTC',
    allowOwnAddresses: false,
    monitorNetworks: '10.0.0.0/8',
    deliveryNetworks: '',
    snmpV3InDiscovery: false,
    outboundNotice: false,
    publicUrl: 'http://127.0.0.1:7420',
    mailConfigured: false,
  }),
  readAlertDefaults: () => alertDefaults(),
  readDivisionAlertDefaults: () => alertDefaults(),
  readDeviceAlerts: () => usualDeviceAlerts,
  readDevicePerformance: () => ({ from: at, to: at, step: 300, series: [] }),
  listTimeZones: () => [{ name: 'UTC', timeZoneId: 'UTC', offset: 0 }],
  reportError: () => ({ resultCode: 'SUCCESS' }),
  readSession: () => ada,
};

// The first page of a file also waits for its code.
configure({ asyncUtilTimeout: 30_000 });
const server = setupServer(...mockApi(quietDay));

/** Replies of this test, before those of the quiet day. */
export function given(replies: MockReplies): void {
  server.use(...mockApi(replies));
}

/** The page's WebSocket: `say` is the server's side of it. */
export class FakeSocket extends EventTarget {
  static latest: FakeSocket | undefined;
  constructor(readonly url: string) {
    super();
    FakeSocket.latest = this;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  say(topic: string, ids: number[]): void {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ topic, ids, at }) })));
  }
  close(): void {}
}

/** For a file of tests. They have time: the whole console is drawn, on a machine that runs other tests as well. */
export function withConsole(): void {
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: false,
      media,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    }));
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/["\\]/g, '\\$&') });
    vi.stubGlobal('WebSocket', FakeSocket);
    // A promise, as in newer browsers.
    window.scrollTo = (() => Promise.resolve()) as unknown as typeof window.scrollTo;
    Element.prototype.scrollIntoView = () => undefined;
    await speak('en-us', english);
  });
  afterEach(() => {
    cleanup();
    notifications.clean();
    server.resetHandlers();
    localStorage.clear();
    setTrail([]);
  });
  afterAll(() => server.close());
}

/** Opens the console at a route, signed in as `me`. */
export async function open(route: string, me = ada): Promise<UserEvent> {
  setMe(me);
  window.location.hash = `#${route}`;
  const user = userEvent.setup();
  await act(async () =>
    render(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <Console />
      </MantineProvider>,
    ),
  );
  return user;
}
