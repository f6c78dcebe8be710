import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SentScript } from '#api/contract/agent-methods/script.ts';
import { commandKeyOf, signScript } from '#server/scripts/signing.ts';
import { requireSigned } from './require-signed.ts';

const seed = randomBytes(32);
const secrets = { derive: () => seed };
const command = '8f2f7f0e-1111-4222-8333-123456789abc';
const identity = { nodeId: 7, commandKey: commandKeyOf(secrets) } as Parameters<typeof requireSigned>[0];
const asked: Omit<SentScript, 'signature'> = {
  scriptId: 1,
  version: 2,
  name: 'Clean up',
  language: 'sh',
  text: 'df -h',
  parameters: '--all',
  variables: [{ name: 'folder', value: '/tmp' }],
  runAs: '',
  timeoutSeconds: 600,
};
const signature = signScript(secrets, command, 7, asked);
const check = (more: Partial<SentScript> = {}, on = identity, id = command) =>
  requireSigned(on, id, { ...asked, signature, ...more });

describe('the signature of a script', () => {
  it('is that of the server for this device and this command', () => {
    expect(() => check()).not.toThrow();
  });

  it.each<[string, Partial<SentScript>]>([
    ['script', { scriptId: 2 }],
    ['version', { version: 3 }],
    ['name', { name: 'Clean' }],
    ['language', { language: 'javascript' }],
    ['text', { text: 'df -h /' }],
    ['parameters', { parameters: '--all --force' }],
    ['name of a variable', { variables: [{ name: 'path', value: '/tmp' }] }],
    ['value of a variable', { variables: [{ name: 'folder', value: '/' }] }],
    ['number of variables', { variables: [] }],
    ['user', { runAs: 'root' }],
    ['time limit', { timeoutSeconds: 601 }],
  ])('does not fit another %s', (_, changed) => {
    expect(() => check(changed)).toThrow('The script is not signed by this device’s server.');
  });

  it('fits no other device, command or key', () => {
    const refusal = 'The script is not signed by this device’s server.';
    expect(() => check({}, { ...identity, nodeId: 8 } as typeof identity)).toThrow(refusal);
    expect(() => check({}, identity, '8f2f7f0e-1111-4222-8333-123456789abd')).toThrow(refusal);
    const other = commandKeyOf({ derive: () => randomBytes(32) });
    expect(() => check({}, { ...identity, commandKey: other } as typeof identity)).toThrow(refusal);
    expect(() => requireSigned(undefined, command, { ...asked, signature })).toThrow(
      'does not know the key of its server',
    );
  });
});
