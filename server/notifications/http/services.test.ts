import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPolicy } from '#tests/fixtures/check-context.ts';
import { refusedBy, type VendorRequest } from '#tests/fixtures/vendor-rules.ts';
import type { SendRequest } from '../../deliveries/send.ts';
import { safeRequest } from '../../outbound/safe-request.ts';
import type { HttpConfig, HttpSecrets } from './http-config.ts';
import { sendHttp } from './send-http.ts';
import { exampleEvent } from './values.ts';

let peer: Server;
let received: VendorRequest[] = [];
beforeAll(async () => {
  peer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [];
      received.push({ method: request.method ?? '', host, path, headers: request.headers, body });
      response.writeHead(202).end('{}');
    });
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => peer.close(() => resolve())));
beforeEach(() => (received = []));

/** The server's own door to the outside, with the service's host as the first part of the peer's path. */
const send: SendRequest = async ({ method = 'POST', url, headers, body }) => {
  const { host, pathname, search } = new URL(url);
  const { port } = peer.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}/${host}${pathname}${search}`;
  const reply = await safeRequest({ url: at, method, headers, body, policy: openPolicy });
  return { status: reply.status, body: reply.body.toString() };
};

const set: Record<string, { config: HttpConfig; secrets: HttpSecrets }> = {
  SLACK: { config: { service: 'SLACK' }, secrets: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' } },
  TEAMS: {
    config: { service: 'TEAMS' },
    secrets: { webhookUrl: 'https://prod.westeurope.logic.azure.com/workflows/a/triggers/manual/paths/invoke?sig=b' },
  },
  DISCORD: { config: { service: 'DISCORD' }, secrets: { webhookUrl: 'https://discord.com/api/webhooks/1/x' } },
  TELEGRAM: {
    config: { service: 'TELEGRAM', chatId: '-1001234567890' },
    secrets: { botToken: '123456:ABC-DEF_1' },
  },
  NTFY: {
    config: { service: 'NTFY', ntfyServer: 'https://ntfy.example.com', topic: 'cairn-alerts' },
    secrets: { accessToken: 'tk_1' },
  },
  PAGERDUTY: {
    config: { service: 'PAGERDUTY', region: 'EU' },
    secrets: { routingKey: '0123456789abcdef0123456789ABCDEF' },
  },
  OPSGENIE: { config: { service: 'OPSGENIE', region: 'US' }, secrets: { apiKey: 'key' } },
};

const hostile = '"}],"x":1 \\ \r\n<!channel> <@U1> & @everyone {{secret}} 😀';
const severities = ['CRITICAL', 'MAJOR', 'MODERATE', 'MINOR', 'NONE'];
const at = new Date('2026-11-23T06:00:00.000Z');

function event(name: string, more: Record<string, unknown> = {}) {
  const example = exampleEvent(name, 'event-1', at, 'https://cairn.example.com');
  return { ...example, data: { ...example.data, alert: { ...example.data.alert, id: 7, ...more } } };
}

describe.each(Object.keys(set))('the preset for %s', (service) => {
  const { config, secrets } = set[service] ?? { config: { service: 'CUSTOM' }, secrets: {} };
  const deliver = (name: string, more?: Record<string, unknown>) => sendHttp(send, config, secrets, event(name, more));

  it.each(['alert.raised', 'alert.repeated', 'alert.acknowledged', 'alert.reset', 'test', 'test.reset'])(
    'sends what the service documents for %s (S12)',
    async (name) => {
      expect(await deliver(name)).toMatchObject({ status: 202, error: null });
      expect(received.map((request) => refusedBy(service, request))).toEqual([[]]);
    },
  );

  it('keeps to the format whatever an alert holds (S12)', async () => {
    for (const severity of severities)
      for (const words of [hostile, hostile.repeat(200), '😀'.repeat(3000), ''])
        await deliver('alert.raised', {
          severity,
          message: words,
          description: words,
          monitorName: words === '' ? 'Shop' : words,
          clientName: words === '' ? 'Acme' : words,
          conditionName: words === '' ? 'Down' : words,
        });
    expect(received).toHaveLength(severities.length * 4);
    expect(received.flatMap((request) => refusedBy(service, request))).toEqual([]);
  });
});

describe('services that keep a state', () => {
  const bodies = () => received.map(({ body }) => JSON.parse(body) as Record<string, string>);
  const all = async (service: string) => {
    const { config, secrets } = set[service] ?? { config: { service: 'CUSTOM' }, secrets: {} };
    for (const name of ['alert.raised', 'alert.repeated', 'alert.acknowledged', 'alert.reset'])
      await sendHttp(send, config, secrets, event(name));
  };

  it('PagerDuty triggers, acknowledges and resolves one incident by its key (S12)', async () => {
    await all('PAGERDUTY');
    expect(bodies().map(({ event_action }) => event_action)).toEqual(['trigger', 'trigger', 'acknowledge', 'resolve']);
    expect(new Set(bodies().map(({ dedup_key }) => dedup_key))).toEqual(new Set(['cairn-7-2026-11-23T06:00:00.000Z']));
  });

  it('Opsgenie creates, acknowledges and closes one alert by its alias (S12)', async () => {
    await all('OPSGENIE');
    const alias = 'cairn-7-2026-11-23T06:00:00.000Z';
    expect(bodies()[0]?.['alias']).toBe(alias);
    expect(received.map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
      '/v2/alerts',
      '/v2/alerts',
      `/v2/alerts/${alias}/acknowledge`,
      `/v2/alerts/${alias}/close`,
    ]);
  });
});
