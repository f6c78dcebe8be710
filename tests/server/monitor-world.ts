import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import type { Json, Visitor } from './visitor.ts';

/** Asks until the answer is as wanted; fails with the last answer. */
export async function until<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  milliseconds = 30_000,
): Promise<T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(answer)}`);
    await sleep(25);
  }
}

export const withoutConditions = (monitor: Record<string, unknown>) => ({ ...monitor, conditions: undefined });
export const lastAt = (monitor: Json) => String(monitor.lastResult?.at);

export const failedCondition = (more: Record<string, unknown> = {}) => ({
  type: 'HttpWebsiteFailed',
  enabled: true,
  conditionName: 'Website is down',
  runCount: 1,
  resetThreshold: 1,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'NONE',
  ...more,
});

/** A server with an organization, its administrator, and a website to watch. */
export class MonitorWorld {
  cairn!: TestServer;
  admin!: Visitor;
  place!: { clientId: number; locationId: number };
  url!: string;
  /** What the website answers with. */
  status = 200;
  private hits = 0;
  private website!: Server;

  async open(): Promise<void> {
    this.cairn = await startTestServer({
      settings: { mail: { url: 'smtp://127.0.0.1:1', from: 'cairn@example.com' } },
    });
    this.admin = await this.cairn.signInAsAdmin();
    const { body } = await this.admin.post('/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
    this.place = { clientId: Number(body.client?.id), locationId: Number(body.client?.locations?.[0]?.id) };
    this.website = createServer((request, response) => {
      this.hits += 1;
      const login = request.headers.authorization ?? 'none';
      response.writeHead(this.status, { 'x-seen-login': login }).end(`<b>hello ${this.hits}</b>`);
    });
    await new Promise<void>((resolve) => this.website.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.website.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.website?.closeAllConnections();
    this.website?.close();
  }

  /** A monitor of the website as a request has it. */
  http = (more: Record<string, unknown> = {}) => ({
    enabled: true,
    ...this.place,
    monitorType: 'HTTP',
    monitorName: 'Website',
    frequency: 3600,
    timeout: 5,
    httpHostname: this.url,
    methodType: 'GET',
    authenticationType: 'NONE',
    saveResponseBody: true,
    saveCertificateInformation: true,
    requestBodyType: 'NONE',
    conditions: [],
    ...more,
  });

  add = async (more: Record<string, unknown> = {}): Promise<number> => {
    const { status, body } = await this.admin.post('/cloudmonitor', this.http(more));
    if (status !== 200) throw new Error(`The monitor was not added: ${JSON.stringify(body)}`);
    return Number(body.cloudMonitor?.id);
  };

  read = async (id: number): Promise<Json> => (await this.admin.get(`/cloudmonitor/${id}`)).body;

  /** The monitor once it has been checked. */
  checked = (id: number): Promise<Json> =>
    until(
      () => this.read(id),
      (monitor) => monitor.lastResult !== null,
    );

  /** Lets the monitor run now, without changing it. */
  runNow = (id: number) => this.cairn.services.monitors.announce(this.cairn.services.database, [id]);

  runAgain = async (id: number): Promise<Json> => {
    const before = lastAt(await this.read(id));
    await this.runNow(id);
    return until(
      () => this.read(id),
      (monitor) => lastAt(monitor) !== before && monitor.lastResult !== null,
    );
  };
}

/** One for all tests of a file. */
export function monitorWorld(): MonitorWorld {
  const world = new MonitorWorld();
  beforeAll(() => world.open());
  afterAll(() => world.close());
  return world;
}
