import { createServer } from 'node:net';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { createDestinationTester } from './test-destination.ts';
import type { ShareProgram } from './share-sign-in.ts';

const share = { path: '\\\\localhost\\backups\\pc', domain: 'OFFICE', username: 'backup', password: 'secret' };
const listing = '  .   D  0\n\t\t10000 blocks of size 1024000. 5000 blocks available\n';

async function listener(): Promise<number> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  afterTest(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function test(more: { port?: number; program?: ShareProgram }, asked = share) {
  const tester = createDestinationTester(new AbortController().signal, more);
  return tester({ destinationType: 'NETWORK_SHARE', path: '', share: asked });
}
const said = async (result: ReturnType<typeof test>) =>
  (await result).checks.map(({ check, outcome }) => `${check} ${outcome}`);

describe('the test of a network share', () => {
  it('looks for the name and the port before it signs in', async () => {
    expect(await said(test({}, { ...share, path: '\\\\no-such-host.invalid\\backups' }))).toEqual(['name failed']);
    const port = await listener();
    expect(await said(test({ port: 1 }))).toEqual(['name passed', 'port failed']);
    expect(await said(test({ port, program: async () => undefined }))).toEqual([
      'name passed',
      'port passed',
      'sign-in open',
    ]);
  });

  it('tests no sign-in where no user is named', async () => {
    const port = await listener();
    const nobody = { ...share, domain: '', username: '', password: '' };
    const never: ShareProgram = async () => {
      throw new Error('smbclient must not run');
    };
    const result = await test({ port, program: never }, nobody);
    expect(result.checks.at(-1)).toMatchObject({ check: 'sign-in', outcome: 'open' });
  });

  it('passes the password to smbclient outside of its arguments, and reads the free space', async () => {
    const port = await listener();
    const asked: unknown[] = [];
    const result = await test({
      port,
      program: async (args, password) => {
        asked.push(args, password);
        return { code: 0, output: listing };
      },
    });
    expect(result).toMatchObject({ freeBytes: 5000 * 1_024_000 });
    expect(result.checks.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(asked).toEqual([
      ['//localhost/backups', '-p', String(port), '-U', 'backup', '-W', 'OFFICE', '-D', 'pc', '-c', 'dir'],
      'secret',
    ]);
  });

  it('says why the share did not accept the sign-in, and that space is short', async () => {
    const port = await listener();
    const answering = (code: number, output: string) => async () => ({ code, output });
    const refused = await test({ port, program: answering(1, 'session setup failed: NT_STATUS_LOGON_FAILURE') });
    expect(refused.checks.at(-1)).toMatchObject({
      check: 'sign-in',
      outcome: 'failed',
      text: expect.stringContaining('NT_STATUS_LOGON_FAILURE'),
    });
    const full = await test({ port, program: answering(0, '10 blocks of size 1024. 3 blocks available') });
    expect(full.checks.at(-1)).toMatchObject({ check: 'space', outcome: 'failed' });
  });

  it('runs smbclient with the password in its environment alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-smb-'));
    afterTest(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'smbclient');
    writeFileSync(
      program,
      '#!/bin/sh\n[ "$PASSWD" = secret ] || exit 1\ncase "$*" in *secret*) exit 1;; esac\necho "9 blocks of size 1073741824. 7 blocks available"\n',
    );
    chmodSync(program, 0o700);
    const before = process.env['PATH'];
    process.env['PATH'] = `${folder}${delimiter}${before}`;
    afterTest(() => void (process.env['PATH'] = before));
    expect(await test({ port: await listener() })).toMatchObject({ freeBytes: 7 * 1024 ** 3 });
  });
});
