import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { commandKeyOf, signReboot } from '#server/scripts/signing.ts';
import type { Identity } from '../identity.ts';
import type { MethodContext } from '../methods/method.ts';
import { createReboot } from './reboot.ts';

const seed = randomBytes(32);
const secrets = { derive: () => seed };
const commandId = '8f2f7f0e-1111-4222-8333-123456789abc';
const identity = { nodeId: 7, commandKey: commandKeyOf(secrets) } as Identity;
const span = { notBefore: '2026-05-01T01:30:00.000Z', notAfter: '2026-05-01T01:35:00.000Z' };
const params = { ...span, signature: signReboot(secrets, commandId, 7, span) };
const due = Date.parse(span.notBefore);
const minute = 60_000;

function standIn(text: string): { command: string; said: string } {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-reboot-'));
  afterTest(() => rmSync(directory, { recursive: true, force: true }));
  const [script, said] = [join(directory, 'stand-in.sh'), join(directory, 'said')];
  writeFileSync(script, `#!/bin/sh\n${text}\n`, { mode: 0o700 });
  return { command: `${script} "${said}" 'two words'`, said };
}

interface Asked {
  now?: number;
  on?: Identity | undefined;
  id?: string;
  given?: typeof params;
}
function reboot(command: string | undefined, { now = due, on = identity, id = commandId, given = params }: Asked = {}) {
  const run = createReboot({ reboot: command }, () => on, { waitMs: 300, now: () => now });
  return run(given, { commandId: id } as MethodContext<'power.reboot'>);
}

describe('a reboot on this device', () => {
  it('runs the command that the settings name, without a shell and without the settings of the agent', async () => {
    const { command, said } = standIn('echo "$2 $CAIRN_AGENT_TOKEN" > "$1"');
    process.env['CAIRN_AGENT_TOKEN'] = 'secret';
    afterTest(() => delete process.env['CAIRN_AGENT_TOKEN']);
    await expect(reboot(command)).resolves.toEqual({ outcome: 'exited' });
    expect(readFileSync(said, 'utf8')).toBe('two words \n');
  });

  it('reports success when the reboot command is still running after the wait', async () => {
    await expect(reboot(standIn('sleep 1').command)).resolves.toEqual({ outcome: 'running' });
  });

  it('is refused without the setting, and says so', async () => {
    await expect(reboot(undefined)).rejects.toThrow('The settings of this device do not allow reboots');
  });

  it('says how its command failed', async () => {
    await expect(reboot(standIn('exit 2').command)).rejects.toThrow('ended with code 2');
    await expect(reboot('/nowhere/at-all')).rejects.toThrow('could not be started');
  });

  it('is that of the server, for this device, this command and this time', async () => {
    const { command, said } = standIn('echo ran > "$1"');
    const words = 'The reboot is not signed by this device’s server';
    const later = { ...params, notAfter: '2026-05-02T01:35:00.000Z' };
    const sooner = { ...params, notBefore: '2026-04-01T01:30:00.000Z' };
    for (const given of [later, sooner]) await expect(reboot(command, { given })).rejects.toThrow(words);
    await expect(reboot(command, { on: { ...identity, nodeId: 8 } as Identity })).rejects.toThrow(words);
    await expect(reboot(command, { id: '8f2f7f0e-1111-4222-8333-123456789abd' })).rejects.toThrow(words);
    const commandKey = commandKeyOf({ derive: () => randomBytes(32) });
    await expect(reboot(command, { on: { ...identity, commandKey } as Identity })).rejects.toThrow(words);
    for (const now of [due - 11 * minute, due + 16 * minute])
      await expect(reboot(command, { now })).rejects.toThrow('The reboot is for another time');
    expect(existsSync(said)).toBe(false);
    await expect(reboot(command, { now: due + 14 * minute })).resolves.toEqual({ outcome: 'exited' });
  });
});
