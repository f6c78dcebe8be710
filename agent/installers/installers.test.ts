import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInstall, type SentInstaller } from '#api/contract/agent-methods/installer.ts';
import { temporaryDirectory } from '#tests/server/agent-rig.ts';
import type { Identity } from '../identity.ts';
import { installerCommand } from './installer-command.ts';
import { createInstallerRun } from './run-installer.ts';

const content = Buffer.from('#!/bin/sh\necho done\n');
const sha256 = createHash('sha256').update(content).digest('hex');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const identity = { nodeId: 7, commandKey: publicKey.export({ format: 'jwk' }).x } as Identity;
const asked: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/endless') return void response.end(Buffer.concat([content, content]));
    if (request.url === '/gone') return void response.writeHead(403).end();
    return void response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

type Unsigned = Omit<SentInstaller, 'signature'>;
const install = (more: Partial<Unsigned> = {}): Unsigned => ({
  scriptId: 4,
  version: 1,
  name: 'Backup client',
  attachmentId: '00000000-0000-4000-8000-000000000001',
  file: { name: 'setup.sh', extension: '.sh', size: content.length, sha256 },
  url: '',
  parameters: '',
  runAs: '',
  timeoutSeconds: 30,
  source: '/file',
  ...more,
});

/** Runs what was signed, after it was changed on its way. */
async function run(unsigned: Unsigned, changed: Partial<SentInstaller> = {}, scripts = true) {
  const commandId = randomUUID();
  const { source: _, ...covered } = unsigned;
  const signature = sign(null, Buffer.from(signedInstall(commandId, 7, covered)), privateKey).toString('base64url');
  const dataDirectory = temporaryDirectory();
  const said: string[] = [];
  const handler = createInstallerRun({ scripts, server: new URL(origin), dataDirectory }, () => identity);
  asked.length = 0;
  const result = await handler(
    { ...unsigned, signature, ...changed },
    {
      commandId,
      signal: new AbortController().signal,
      progress: () => undefined,
      item: ({ text }) => void said.push(text),
    },
  ).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const folder = join(dataDirectory, 'installers');
  return { result, said: said.join(''), left: existsSync(folder) ? readdirSync(folder) : [] };
}

describe('an installer', () => {
  it('is downloaded, run, and removed', async () => {
    const { result, said, left } = await run(install());
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect([said, left]).toEqual(['done\n', []]);
  });

  it.each<[string, Partial<SentInstaller>]>([
    ['name', { name: 'Other' }],
    ['version', { version: 2 }],
    ['attachmentId', { attachmentId: '00000000-0000-4000-8000-000000000002' }],
    ['sha256', { file: { name: 'setup.sh', extension: '.sh', size: content.length, sha256: 'a'.repeat(64) } }],
    ['size', { file: { name: 'setup.sh', extension: '.sh', size: 1, sha256 } }],
    ['extension', { file: { name: 'setup.sh', extension: '.run', size: content.length, sha256 } }],
    ['url', { url: 'https://evil.example/setup.sh' }],
    ['parameters', { parameters: '--evil' }],
    ['runAs', { runAs: 'root' }],
    ['timeoutSeconds', { timeoutSeconds: 3600 }],
    ['scriptId', { scriptId: 5 }],
  ])('is refused when its %s is not what the server signed, and nothing is downloaded', async (_name, changed) => {
    const { result } = await run(install(), changed);
    expect(result).toContain('is not signed by this device’s server');
    expect(asked).toEqual([]);
  });

  it('is downloaded only from this device’s server, also when the command names another address', async () => {
    for (const source of ['http://evil.example/file', '//evil.example/file'])
      expect((await run(install({ source }))).result).toContain('is not one of this device’s server');
    expect(asked).toEqual([]);
  });

  it.each<[string, Partial<Unsigned>, string]>([
    [
      'other bytes',
      { file: { name: 'a.sh', extension: '.sh', size: content.length, sha256: 'a'.repeat(64) } },
      'SHA-256',
    ],
    ['more bytes', { source: '/endless' }, 'larger than the server said'],
    ['fewer bytes', { file: { name: 'a.sh', extension: '.sh', size: 100, sha256 } }, 'cut off'],
    ['a refusal', { source: '/gone' }, 'status 403'],
    ['an address that is not secure', { url: 'http://127.0.0.1/setup.sh' }, 'not secure'],
  ])('does not run after %s, and leaves nothing behind', async (_name, more, words) => {
    const { result, said, left } = await run(install(more));
    expect(result).toContain(words);
    expect([said, left]).toEqual(['', []]);
  });

  it('is refused before its download where the settings or the system cannot have it', async () => {
    expect((await run(install(), {}, false)).result).toContain('CAIRN_AGENT_SCRIPTS');
    const exe = { name: 'setup.exe', extension: '.exe', size: content.length, sha256 };
    expect((await run(install({ file: exe }))).result).toContain('cannot run an installer of the type .exe');
    expect(asked).toEqual([]);
  });
});

describe('the command of an installer', () => {
  const of = (platform: NodeJS.Platform, extension: string, isRoot = true) =>
    installerCommand({ file: `/x/installer${extension}`, extension, own: ['--a'] }, { platform, isRoot });

  it('runs MSI packages quietly, without windows and restarts (F05-31)', () => {
    expect(of('win32', '.msi')).toEqual({
      program: 'msiexec.exe',
      args: ['/i', '/x/installer.msi', '/quiet', '/qn', '/norestart', '--a'],
    });
  });

  it('needs root for packages of the system', () => {
    expect(of('linux', '.deb')).toEqual({ program: 'dpkg', args: ['--install', '--a', '/x/installer.deb'] });
    expect(() => of('linux', '.deb', false)).toThrow('does not run as root');
    expect(() => of('darwin', '.pkg', false)).toThrow('does not run as root');
  });

  it.each([
    ['linux', '.exe'],
    ['win32', '.msix'],
    ['darwin', '.dmg'],
    ['linux', ''],
  ] as const)('refuses on %s the type "%s"', (platform, extension) => {
    expect(() => of(platform, extension)).toThrow('cannot run an installer of the type');
  });
});
