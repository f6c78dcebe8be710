import { request } from 'node:http';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { uploadFile } from '#tests/server/upload-file.ts';
import { startTestServer } from '#tests/server/harness.ts';

it('ends without an error in the log when the client leaves in the middle of an import (S4)', async () => {
  const lines: { level: number; msg: string; call?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const server = await startTestServer({ log });
  const admin = await server.signInAsAdmin();
  const content = `organization,location,monitorName\n${'Acme,Main office,Shop\n'.repeat(9000)}`;
  const { body } = await uploadFile(admin, { fileName: 'gone', content });
  const leaving = request(`${server.url}/api/cloudmonitor/import`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie: `cairn_session=${admin.cookie('cairn_session')}`,
    },
  });
  leaving.on('error', () => undefined);
  leaving.end(JSON.stringify({ uploadId: body['id'], existing: 'UPDATE' }));
  // A thread starts in more than this.
  await new Promise((resolve) => setTimeout(resolve, 300));
  leaving.destroy();
  const ended = () => lines.find(({ msg }) => msg === 'the caller left before the reply');
  await expect.poll(ended, { timeout: 60_000 }).toMatchObject({ call: 'checkMonitorImport' });
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
}, 120_000);
