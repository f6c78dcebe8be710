import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInstall, type SentInstaller, type SentStep } from '#api/contract/agent-methods/installer.ts';
import { temporaryDirectory } from '#tests/server/agent-rig.ts';
import type { Identity } from '../identity.ts';
import { installerCommand } from './installer-command.ts';
import { createInstallerRun } from './run-installer.ts';

const content = Buffer.from('#!/bin/sh\necho done\n');
const failing = Buffer.from('exit 9\n');
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha256 = hashOf(content);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const identity = { nodeId: 7, commandKey: publicKey.export({ format: 'jwk' }).x } as Identity;
const asked: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/endless') return void response.end(Buffer.concat([content, content]));
    if (request.url === '/failing') return void response.end(failing);
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
  helpers: [],
  before: null,
  after: null,
  parameters: '',
  runAs: '',
  timeoutSeconds: 30,
  source: '/file',
  ...more,
});

const step = (text: string, more: Partial<SentStep> = {}): SentStep => ({
  scriptId: 9,
  version: 1,
  name: 'Free space',
  language: 'sh',
  parameters: '',
  variables: [],
  text,
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

  it.each(['before', 'after'] as const)(
    'is refused when the script %s it is not what the server signed',
    async (at) => {
      const signed = step('echo right');
      for (const changed of [null, { ...signed, text: 'echo wrong' }, { ...signed, parameters: '--evil' }])
        expect((await run(install({ [at]: signed }), { [at]: changed })).result).toContain('is not signed by');
      expect((await run(install(), { [at]: signed })).result).toContain('is not signed by');
      expect(asked).toEqual([]);
    },
  );

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

describe('scripts before and after an installer (F05-09)', () => {
  it('run in their order, in the folder of the installer, and read its exit code', async () => {
    const before = step('echo "before $1 $mode"; touch made; test -f installer.sh', {
      parameters: '--now',
      variables: [{ name: 'mode', value: 'quiet' }],
    });
    const after = step('test -f made && echo "after $installerExitCode"');
    const { result, said, left } = await run(install({ before, after }));
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect([said, left]).toEqual(['before --now quiet\ndone\nafter 0\n', []]);
  });

  it('stop the installation when the one before it fails, and say so', async () => {
    const { result, said } = await run(install({ before: step('echo full; exit 4'), after: step('echo after') }));
    expect(result).toBe(
      'The script “Free space” before the installation failed with exit code 4, so the installer did not run.',
    );
    expect(said).toBe('full\n');
  });

  it('stop the installation when the one before it takes too long', async () => {
    const { result, said } = await run(install({ before: step('sleep 60'), timeoutSeconds: 1 }));
    expect(result).toMatchObject({ outcome: 'timed_out' });
    expect(said).toBe('The script “Free space” took too long, so the installer did not run.\n');
  });

  it('have one time limit together with the installer', async () => {
    const { result, said } = await run(
      install({ before: step('sleep 2'), after: step('sleep 60'), timeoutSeconds: 4 }),
    );
    expect(result).toMatchObject({ outcome: 'timed_out', seconds: expect.closeTo(4, -1) as unknown });
    expect(said).toContain('done\n');
  });

  it('fail the run when the one after it fails', async () => {
    const { result, said } = await run(install({ after: step('exit 5') }));
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 5 });
    expect(said).toBe('done\nThe installer succeeded, and the script “Free space” after it failed.\n');
  });

  it('end with the exit code of the installer when it fails, after the one after it ran', async () => {
    const url = {
      source: '/failing',
      file: { name: 'a.sh', extension: '.sh', size: failing.length, sha256: hashOf(failing) },
    };
    const { result, said } = await run(install({ ...url, after: step('echo "after $installerExitCode"') }));
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 9 });
    expect(said).toBe('after 9\n');
  });

  it('are refused before the download where this device cannot run them', async () => {
    const vbscript = step('x', { language: 'vbscript' });
    for (const steps of [{ before: vbscript }, { after: vbscript }, { before: step('x', { parameters: '"open' }) }])
      expect(typeof (await run(install(steps))).result).toBe('string');
    expect(asked).toEqual([]);
  });
});

describe('helper files (F05-28)', () => {
  const helper = (name: string, more: object = {}) => ({
    attachmentId: '00000000-0000-4000-8000-000000000003',
    name,
    size: content.length,
    sha256,
    source: '/helper',
    ...more,
  });

  it('are downloaded beside the installer, and removed with it', async () => {
    const before = step('ls');
    const { result, said, left } = await run(
      install({ helpers: [helper('settings.json'), helper('a b.txt')], before }),
    );
    expect(result).toMatchObject({ exitCode: 0 });
    expect(said).toContain('a b.txt\ncairn-before.sh\ninstaller.sh\nsettings.json\n');
    expect(left).toEqual([]);
  });

  it('are refused when they are not what the server signed, before anything is downloaded', async () => {
    const helpers = [helper('settings.json')];
    for (const changed of [[], [helper('other.json')], [helper('settings.json', { sha256: 'a'.repeat(64) })]])
      expect((await run(install({ helpers }), { helpers: changed })).result).toContain('is not signed by');
    expect(asked).toEqual([]);
  });

  it('are not written outside the folder, and stop the run when their bytes are others', async () => {
    for (const name of ['../escaped', '/tmp/escaped', '..'])
      expect((await run(install({ helpers: [helper(name)] }))).result).toContain('no name of a file');
    const { result, said } = await run(install({ helpers: [helper('a.json', { sha256: 'a'.repeat(64) })] }));
    expect(result).toContain('SHA-256');
    expect(said).toBe('');
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
