import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { createJournal } from './journal.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a command', () => {
  it('runs once and answers the same to each repetition, also after a restart of the agent', async () => {
    let runs = 0;
    const work = vi.fn<() => Promise<{ at: number }>>(async () => ({ at: ++runs }));
    const commands = createJournal(directory);
    const [first, together] = await Promise.all([commands.once('a', work), commands.once('a', work)]);
    expect([first, together, await commands.once('a', work)]).toEqual([{ at: 1 }, { at: 1 }, { at: 1 }]);
    expect(await createJournal(directory).once('a', work)).toEqual({ at: 1 });
    expect(work).toHaveBeenCalledTimes(1);
    await commands.once('b', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not run again when the agent died in the middle of it', async () => {
    void createJournal(directory).once('reboot', () => new Promise(() => {}));
    const work = vi.fn<() => Promise<number>>(async () => 1);
    await expect(createJournal(directory).once('reboot', work)).rejects.toMatchObject({ code: rpcCodes.interrupted });
    expect(work).not.toHaveBeenCalled();
  });

  it('is not run again when it failed', async () => {
    const commands = createJournal(directory);
    await expect(commands.once('a', async () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    await expect(commands.once('a', async () => 1)).rejects.toMatchObject({ code: rpcCodes.interrupted });
  });

  it('repeats the refusal of a command, also after a restart of the agent', async () => {
    const journal = createJournal(directory);
    const refusal = new RpcError(rpcCodes.cancelled, 'Cancelled');
    await expect(journal.once('a', async () => Promise.reject(refusal))).rejects.toBe(refusal);
    journal.refuse('b', refusal);
    const work = vi.fn<() => Promise<number>>(async () => 1);
    for (const id of ['a', 'b'])
      await expect(createJournal(directory).once(id, work)).rejects.toMatchObject({ code: rpcCodes.cancelled });
    expect(work).not.toHaveBeenCalled();
  });

  it('is forgotten only after many others, and the journal stays private and small', async () => {
    const commands = createJournal(directory, 50);
    for (let index = 0; index < 60; index += 1) await commands.once(`id-${index}`, async () => 'x'.repeat(1000));
    const work = vi.fn<() => Promise<string>>(async () => 'again');
    await expect(commands.once('id-20', work)).rejects.toMatchObject({ code: rpcCodes.interrupted });
    expect(work).not.toHaveBeenCalled();
    const file = statSync(join(directory, 'commands.json'));
    expect(file.mode & 0o777).toBe(0o600);
    expect(file.size).toBeLessThan(30_000);
  });
});
