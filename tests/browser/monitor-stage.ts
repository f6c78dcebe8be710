// The product with monitors that have a history: a website of the test answers for them, and the past is written into the database.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { temporaryPostgres } from '../server/temporary-postgres.ts';

export interface MonitorStage {
  product: Product;
  /** The administrator's session. */
  admin: string;
  /** Ids by name; `Web shop` has a month of history with an outage and an hour of maintenance, `Portal` is down, `Mail` is new. */
  monitors: Record<'Web shop' | 'Portal' | 'Mail', number>;
  /** What the website answers with from now on. */
  answerWith(status: number): void;
  dispose(): Promise<void>;
}

const minute = 60_000;

async function website(answer: () => number): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const status = request.url === '/portal' ? 503 : answer();
    response
      .writeHead(status, { 'content-type': 'text/html', server: 'stage' })
      .end(`<h1>${status}</h1><script>alert(1)</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Two days of single checks a minute and what was rolled up before; ten minutes without an answer, and two hours without a check. */
async function writeHistory(databaseUrl: string, monitorId: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const now = Math.floor(Date.now() / minute) * minute;
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  try {
    await client.query(
      `insert into monitor_result (monitor_id, at, ok, response_time)
       select $1, t, not lost, case when lost then null else 60 + 40 * sin(extract(epoch from t) / 5000) + random() * 30 end
       from (select t, t between $4::timestamptz and $5::timestamptz as lost
         from generate_series($2::timestamptz, $3::timestamptz, '1 minute') t
         where t not between $6::timestamptz and $7::timestamptz) s
       on conflict do nothing`,
      [
        monitorId,
        at(now - 47 * 60 * minute),
        at(now - minute),
        at(now - 200 * minute),
        at(now - 190 * minute),
        at(now - 600 * minute),
        at(now - 480 * minute),
      ],
    );
    for (const [resolution, days] of [
      [300, 30],
      [3600, 90],
    ])
      await client.query(
        `insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max)
         select $1, $2, t, $2 / 60, case when extract(day from t)::int % 17 = 0 then $2 / 120 else $2 / 60 end, $2 / 60,
           ($2 / 60) * (70 + 20 * sin(extract(epoch from t) / 40000)), 180
         from generate_series(date_bin('1 hour', now() - make_interval(days => $3), 'epoch'), date_bin('1 hour', now() - interval '45 hours', 'epoch') - interval '1 second', make_interval(secs => $2)) t
         on conflict do nothing`,
        [monitorId, resolution, days],
      );
    for (const resolution of [300, 3600])
      await client.query(
        `insert into monitor_rollup_mark (resolution, through) values ($1, date_bin('1 hour', now() - interval '45 hours', 'epoch'))
         on conflict (resolution) do nothing`,
        [resolution],
      );
    await client.query(
      `insert into alert (monitor_id, condition_id, condition_name, description, severity, priority, message, raised_at, reset_at)
       select $1, (select id from monitor_condition where monitor_id = $1 limit 1), 'Website is down', 'The website fails 3 times.', 'MAJOR', 'HIGH',
         'No answer within 10 s.', $2, $3`,
      [monitorId, at(now - 198 * minute), at(now - 186 * minute)],
    );
    await client.query(
      `insert into maintenance_window (node_id, starts_at, ends_at, options, reason_message, set_by, set_at)
       values ($1, $2, $3, '{"alerts": true, "notificationChannels": true}', 'New disks', 'Ada Byron', $2)`,
      [monitorId, at(now - 330 * minute), at(now - 270 * minute)],
    );
  } finally {
    await client.end();
  }
}

const failed = {
  type: 'HttpWebsiteFailed',
  enabled: true,
  conditionName: 'Website is down',
  runCount: 1,
  resetThreshold: 1,
  severity: 'MAJOR',
  priority: 'HIGH',
  notificationAction: 'NONE',
};

export async function monitorStage(): Promise<MonitorStage> {
  let status = 200;
  const postgres = await temporaryPostgres();
  const databaseUrl = await postgres.createDatabase();
  const site = await website(() => status);
  const product = await startProduct({ DATABASE_URL: databaseUrl });
  const { cookie: admin } = await setUpByApi(product);
  const { client } = await callByApi(product, admin, 'POST', '/client', {
    name: 'Adventure Works',
    locations: [{ name: 'Main office' }],
  });
  const { id: clientId, locations } = client as { id: number; locations: { id: number }[] };
  const add = async (monitorName: string, path: string): Promise<number> => {
    const { cloudMonitor } = await callByApi(product, admin, 'POST', '/cloudmonitor', {
      enabled: true,
      clientId,
      locationId: locations[0]?.id,
      monitorType: 'HTTP',
      monitorName,
      frequency: 60,
      timeout: 5,
      httpHostname: `${site.url}${path}`,
      methodType: 'GET',
      authenticationType: 'NONE',
      saveResponseBody: true,
      saveCertificateInformation: true,
      requestBodyType: 'NONE',
      conditions: [failed],
    });
    return (cloudMonitor as { id: number }).id;
  };
  const monitors = {
    'Web shop': await add('Web shop', '/'),
    Portal: await add('Portal', '/portal'),
    Mail: await add('Mail', '/mail'),
  };
  await writeHistory(databaseUrl, monitors['Web shop']);
  return {
    product,
    admin,
    monitors,
    answerWith: (next) => {
      status = next;
    },
    async dispose() {
      await product.dispose();
      site.server.closeAllConnections();
      site.server.close();
      await postgres.dispose();
    },
  };
}
