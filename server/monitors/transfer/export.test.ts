import { describe, expect, it } from 'vitest';
import { checkImport } from '#tests/server/upload-file.ts';
import { failedCondition, monitorWorld } from '#tests/server/monitor-world.ts';
import type { ImportReply } from './imports.ts';

const world = monitorWorld();
const strange = '=cmd|"\' /C calc"!A0;@x, "quoted"\r\nand a line\tend';

async function exported(body: Record<string, unknown>): Promise<{ type: string; name: string; text: string }> {
  const reply = await fetch(`${world.cairn.url}/api/cloudmonitor/export`, {
    method: 'POST',
    headers: {
      origin: world.cairn.url,
      'content-type': 'application/json',
      cookie: `cairn_session=${world.admin.cookie('cairn_session')}`,
    },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  const { headers } = reply;
  return {
    type: headers.get('content-type') ?? '',
    name: headers.get('content-disposition') ?? '',
    // `text()` would take the byte-order mark away.
    text: Buffer.from(await reply.arrayBuffer()).toString('utf8'),
  };
}

async function check(content: string): Promise<ImportReply> {
  return (await checkImport(world.admin, { fileName: 'x', content })).body as unknown as ImportReply;
}

const mail = {
  monitorType: 'EMAIL',
  emailOption: 'SEND',
  senderEmail: 'a@example.com',
  receiverEmail: 'b@example.com',
  smtpHostname: 'smtp.example.com',
  smtpPort: 465,
  smtpUseSSL: true,
  smtpUseTLS: false,
  smtpAuthRequired: true,
  senderUsername: 'sender',
  senderPassword: 'open sesame',
};

describe('an export', () => {
  it.each(['json', 'csv'] as const)(
    'as %s has everything but passwords, and changes nothing when it is imported',
    async (format) => {
      const paused = { enabled: false };
      await world.add({
        ...paused,
        monitorName: `${format} "of, all; signs"`,
        requestHeaders: [{ name: 'X-Asked', value: strange.replaceAll(/[\r\n\t]/g, ' ') }],
        requestBodyType: 'RAW',
        requestBodyRaw: strange,
        methodType: 'POST',
        conditions: [
          failedCondition({ conditionName: '=down' }),
          failedCondition({
            type: 'HttpSiteKeyword',
            conditionName: 'Word',
            contains: 'NOT_CONTAINS',
            keyword: '-minus',
          }),
        ],
      });
      await world.admin.post('/cloudmonitor', {
        ...paused,
        ...world.place,
        ...mail,
        monitorName: `${format} mail`,
        frequency: 60,
        timeout: 5,
        conditions: [],
      });
      const file = await exported({ format, search: `${format} ` });
      expect(file.name).toMatch(new RegExp(`^attachment; filename="cairn-monitors-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`));
      expect(file.text).not.toContain('open sesame');
      expect(file.text).toContain('senderPassword');
      const report = await check(file.text);
      expect(report).toMatchObject({ total: 2, counts: { same: 2 } });
    },
  );

  it('has what is chosen or found, and what the actor sees', async () => {
    const [one, two] = [
      await world.add({ monitorName: 'First', enabled: false }),
      await world.add({ monitorName: 'Second' }),
    ];
    const namesIn = async (body: Record<string, unknown>) =>
      (
        JSON.parse((await exported({ format: 'json', ...body })).text) as { monitors: { monitorName: string }[] }
      ).monitors.map(({ monitorName }) => monitorName);
    expect(await namesIn({ ids: [two, one, 999_999] })).toEqual(['First', 'Second']);
    expect(await namesIn({ ids: [one, two], status: 'paused' })).toEqual(['First']);
    expect(await namesIn({ search: 'no such' })).toEqual([]);
  });

  it('as CSV begins with a byte-order mark, ends lines with CRLF and quotes every cell', async () => {
    const { text, type } = await exported({ format: 'csv', search: 'no such' });
    expect(type).toBe('text/csv; charset=utf-8');
    expect(text).toMatch(/^\ufeff"organization","location","monitorName",.*,"conditions"\r\n$/);
  });
});

it('lists every refusal by row as CSV', async () => {
  const report = await check(
    JSON.stringify([
      { organization: '=Acme', monitorName: '@home' },
      { organization: 'Acme', location: 'Main office', monitorName: 'x', monitorType: 'HTTP', frequency: 1 },
    ]),
  );
  const reply = await fetch(`${world.cairn.url}${report.refusalsUrl}`, {
    headers: { cookie: `cairn_session=${world.admin.cookie('cairn_session')}` },
  });
  const lines = (await reply.text()).split('\r\n');
  expect(lines[0]).toBe('"row","monitorName","place","field","reason"');
  expect(lines[1]).toBe(`"1","'@home","'=Acme","organization","No organization “=Acme” is known."`);
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
    report.rows.flatMap(({ row, refusals }) => refusals.map(() => `"${row}"`)),
  );
});
