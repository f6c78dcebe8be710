import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signedApplication, type SentApplication } from '#api/contract/agent-methods/application.ts';
import { temporaryDirectory } from '#tests/server/agent-rig.ts';
import type { Identity } from '../identity.ts';
import { createApplicationRun } from './run-application.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const identity = { nodeId: 7, commandKey: publicKey.export({ format: 'jwk' }).x } as Identity;
const folder = temporaryDirectory();
const path = join(folder, 'check');
writeFileSync(path, '#!/bin/sh\necho "as $USER: $1 $CAIRN_AGENT_TOKEN"\n', { mode: 0o755 });

type Unsigned = Omit<SentApplication, 'signature'>;
const application: Unsigned = {
  scriptId: 4,
  version: 1,
  name: 'Check disks',
  path,
  parameters: '--quick',
  runAs: '',
  timeoutSeconds: 30,
};

/** Runs what was signed for a device and a command, after it was changed on its way. */
async function run(
  unsigned: Unsigned,
  changed: Partial<SentApplication> = {},
  { scripts = true, nodeId = 7, otherCommand = false } = {},
) {
  const commandId = randomUUID();
  const signed = signedApplication(otherCommand ? randomUUID() : commandId, nodeId, unsigned);
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url');
  const said: string[] = [];
  const result = await createApplicationRun({ scripts }, () => identity)(
    { ...unsigned, signature, ...changed },
    {
      commandId,
      signal: new AbortController().signal,
      progress: () => undefined,
      item: ({ text }) => void said.push(text),
    },
  ).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  return { result, said: said.join('') };
}

describe('an application', () => {
  it('runs with its arguments and without the settings of the agent', async () => {
    process.env['CAIRN_AGENT_TOKEN'] = 'secret';
    const { result, said } = await run(application);
    delete process.env['CAIRN_AGENT_TOKEN'];
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(said).toMatch(/: --quick \n$/);
  });

  it.each<[string, Partial<SentApplication>]>([
    ['name', { name: 'Other' }],
    ['version', { version: 2 }],
    ['path', { path: '/bin/true' }],
    ['parameters', { parameters: '--evil' }],
    ['runAs', { runAs: 'root' }],
    ['timeoutSeconds', { timeoutSeconds: 3600 }],
    ['scriptId', { scriptId: 5 }],
  ])('does not run when its %s is not what the server signed', async (_name, changed) => {
    const { result, said } = await run(application, changed);
    expect(result).toContain('is not signed by this device’s server');
    expect(said).toBe('');
  });

  it('does not run when it was signed for another device or another command', async () => {
    expect((await run(application, {}, { nodeId: 8 })).result).toContain('is not signed');
    expect((await run(application, {}, { otherCommand: true })).result).toContain('is not signed');
  });

  it('does not run where the settings refuse scripts, by a path that is not full, and as a folder', async () => {
    expect((await run(application, {}, { scripts: false })).result).toContain('CAIRN_AGENT_SCRIPTS');
    expect((await run({ ...application, path: 'check' })).result).toContain('is not a full path');
    expect((await run({ ...application, path: folder })).result).toContain('has no application at');
  });
});
