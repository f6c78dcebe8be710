import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { backupBody, share } from '#tests/contract/backup-body.ts';
import { commandKeyOf, signBackupDeletion } from '#server/scripts/signing.ts';
import type { Identity } from '../identity.ts';
import type { MethodContext } from '../methods/method.ts';
import { createBackupDeletion, createBackupInspector } from './backup-data.ts';
import { identifierOf, volumeOfImage } from './image-files.ts';

const secrets = { derive: () => Buffer.alloc(32, 7) };
const commandId = '8f2f7f0e-1111-4222-8333-123456789abc';
const identity = { nodeId: 7, commandKey: commandKeyOf(secrets) } as Identity;
const notAfter = '2026-05-01T01:45:00.000Z';
const now = Date.parse('2026-05-01T01:30:00.000Z');

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'cairn-backup-data-'));
  afterTest(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** An agent that keeps these jobs. */
function keeping(...jobs: object[]): string {
  const data = directory();
  mkdirSync(join(data, 'desired-state'));
  const document = { jobs: jobs.map((job) => ({ ...job, nodeId: undefined })) };
  writeFileSync(join(data, 'desired-state', 'backup-jobs.json'), JSON.stringify({ version: 1, document }));
  return data;
}

const job = (folder: string, more: object = {}) => backupBody(7, 'Nightly', { localDestinationPath: folder, ...more });
const touch = (folder: string, ...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), 'image');
};
const inspect = (dataDirectory: string) => createBackupInspector({ dataDirectory, backupData: true })();

interface Asked {
  folders?: string[];
  allowed?: boolean;
  at?: number;
  signed?: string[];
  on?: Identity;
  longestMs?: number;
  unlink?: (path: string) => Promise<void>;
}
function erase(dataDirectory: string, folder: string, asked: Asked = {}) {
  const { folders = [folder], allowed = true, at = now, signed = folders, on = identity, unlink } = asked;
  const run = createBackupDeletion({ dataDirectory, backupData: allowed }, () => on, {
    now: () => at,
    ...(unlink && { unlink }),
    ...(asked.longestMs !== undefined && { longestMs: asked.longestMs }),
  });
  const signature = signBackupDeletion(secrets, commandId, 7, { folders: signed, notAfter });
  const context = { commandId, signal: new AbortController().signal };
  return run({ folders, notAfter, signature }, context as MethodContext<'backup.deleteData'>);
}

describe('the name of an image file', () => {
  it.each([
    ['C_VOL-b001.spf', 'c_vol'],
    ['C_Vol-b001-i001.spi', 'c_vol'],
    ['C_Vol-b001-d001-i000.spi', 'c_vol'],
    ['D_VOL-b001-i0412-cd.spi', 'd_vol'],
    ['D_VOL-b001-i0412-cm.md5', 'd_vol'],
    ['C_VOL-b001.sp1', 'c_vol'],
    ['C_VOL-b001.spf.bitmap', 'c_vol'],
    ['srv_data_VOL-b002-i003.cr', 'srv_data_vol'],
  ])('%s is an image of %s', (name, volume) => expect(volumeOfImage(name)).toBe(volume));

  it.each(['C_VOL.spf', 'C_VOL-b001.spk', 'C_VOL-b001.spwb', 'C_VOL-b001.spf.txt', '-b001.spf', 'notes-b001.doc'])(
    '%s is not an image file',
    (name) => expect(volumeOfImage(name)).toBeUndefined(),
  );

  it('tells the volume, and nothing where two volumes would have the same', () => {
    expect(['C:', '/', '/srv/data'].map(identifierOf)).toEqual(['c_vol', 'root_vol', 'srv_data_vol']);
    expect(identifierOf('/srv_data')).toBeUndefined();
  });
});

describe('backup data on this device', () => {
  it('is the image files of its volumes, counted and deleted, and nothing else', async () => {
    const folder = directory();
    const elsewhere = directory();
    touch(elsewhere, 'root_VOL-b009.spf');
    const kept = ['D_VOL-b001.spf', 'notes.txt', 'root_VOL-b001.spk', 'root_VOL.spf'];
    touch(folder, 'root_VOL-b001.spf', 'root_VOL-b001-i001.spi', 'ROOT_vol-b001-i001.md5', ...kept);
    mkdirSync(join(folder, 'root_VOL-b002.spf'));
    touch(join(folder, 'root_VOL-b002.spf'), 'root_VOL-b001.spf');
    symlinkSync(join(elsewhere, 'root_VOL-b009.spf'), join(folder, 'root_VOL-b003.spf'));
    const data = keeping(job(folder));
    expect(await inspect(data)).toEqual({
      permitted: true,
      destinations: [{ path: folder, files: 3, bytes: 15, others: 1, reason: '' }],
    });
    expect(await erase(data, folder)).toEqual({ files: 3, bytes: 15, kept: 0, reason: '' });
    const left = [...kept, 'root_VOL-b002.spf', 'root_VOL-b003.spf'].toSorted();
    expect(readdirSync(folder).toSorted()).toEqual(left);
    expect(readdirSync(join(folder, 'root_VOL-b002.spf'))).toEqual(['root_VOL-b001.spf']);
    expect(existsSync(join(elsewhere, 'root_VOL-b009.spf'))).toBe(true);
    // Again: what is gone is gone.
    expect(await erase(data, folder)).toMatchObject({ files: 0, kept: 0 });
  });

  it('is that of every job that writes there, and of no other folder', async () => {
    const [folder, other] = [directory(), directory()];
    touch(folder, 'root_VOL-b001.spf', 'srv_VOL-b001.spf');
    touch(other, 'root_VOL-b001.spf');
    const data = keeping(job(folder), job(folder, { jobName: 'Second', volumes: ['/srv'] }));
    expect(await erase(data, folder)).toMatchObject({ files: 2 });
    expect(readdirSync(other)).toHaveLength(1);
  });

  it('stays where one destination cannot be looked at', async () => {
    const folder = directory();
    touch(folder, 'root_VOL-b001.spf');
    const [missing, link, file] = [join(folder, 'missing'), join(folder, 'link'), join(folder, 'root_VOL-b001.spf')];
    symlinkSync(directory(), link);
    for (const [path, words] of [
      [missing, 'cannot be read'],
      [link, 'is a link'],
      [file, 'is not a folder'],
      ['backups', 'is not the whole path'],
    ] as const) {
      const data = keeping(job(folder), job(path, { jobName: 'Second' }));
      expect((await inspect(data)).destinations[1]?.reason).toContain(words);
      await expect(erase(data, folder, { folders: [folder, path] })).rejects.toThrow(words);
    }
    const shared = keeping(job(folder), backupBody(7, 'Shared', share));
    expect((await inspect(shared)).destinations[1]?.reason).toContain('Several computers may write');
    await expect(erase(shared, folder, { folders: [folder, '\\\\nas\\backups'] })).rejects.toThrow('Several computers');
    expect(existsSync(file)).toBe(true);
  });

  it('reports how many files it could not delete, and why', async () => {
    const folder = directory();
    touch(folder, 'root_VOL-b001.spf', 'root_VOL-b001-i001.spi', 'root_VOL-b001-i002.spi');
    const unlink = async (path: string) => {
      if (!path.endsWith('.spf')) throw new Error(`EACCES: ${path}`);
      rmSync(path);
    };
    const result = await erase(keeping(job(folder)), folder, { unlink });
    expect(result).toMatchObject({ files: 1, bytes: 5, kept: 2, reason: expect.stringContaining('EACCES') });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('says what it did not get to', async () => {
    const folder = directory();
    touch(folder, 'root_VOL-b001.spf');
    const late = await erase(keeping(job(folder)), folder, { longestMs: -1 });
    expect(late).toEqual({ files: 0, bytes: 0, kept: 1, reason: 'There was no time for all of them.' });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('goes only where the settings allow it, by a signature for this device, these folders and this time', async () => {
    const folder = directory();
    touch(folder, 'root_VOL-b001.spf');
    const data = keeping(job(folder));
    await expect(erase(data, folder, { allowed: false })).rejects.toThrow('CAIRN_AGENT_BACKUP_DATA');
    const unsigned = 'not signed by this device’s server';
    await expect(erase(data, folder, { signed: ['/other'] })).rejects.toThrow(unsigned);
    await expect(erase(data, folder, { on: { ...identity, nodeId: 8 } as Identity })).rejects.toThrow(unsigned);
    const commandKey = commandKeyOf({ derive: () => randomBytes(32) });
    await expect(erase(data, folder, { on: { ...identity, commandKey } as Identity })).rejects.toThrow(unsigned);
    await expect(erase(data, folder, { at: now + 26 * 60_000 })).rejects.toThrow('too late');
    await expect(erase(data, folder, { folders: ['/other'] })).rejects.toThrow('other folders');
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
