// Published versions as commits of a temporary repository, read back by the library.
import * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeServers, startTestServer, type TestServer } from '../../../tests/server/harness.ts';
import type { Visitor } from '../../../tests/server/visitor.ts';
import { longestDocument } from '#api/contract/studio.ts';
import { screenVersion } from '../../database/schema/screens.ts';
import { createScreens, screenDocuments } from '../../screens/screens.ts';
import { isEdited, shippedText } from '../screen-text.ts';
import { commitVersions, type RepositoryTools } from './commit-versions.ts';
import { formatDocument } from './format-document.ts';

const path = 'schemas/organization/details.json';
const place = '/studio/screens/organization/details';
const shipped = readFileSync(join(screenDocuments, 'organization', 'details.json'), 'utf8');
const author = { name: 'Dev', email: 'dev@example.com' };
let dir = '';
let server: TestServer;
let admin: Visitor;
const warn = vi.fn<() => void>();

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  admin = await server.signInAsAdmin();
});
afterAll(() => closeServers());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-screens-'));
  await git.init({ fs, dir, defaultBranch: 'trunk' });
  writeFileSync(join(dir, 'README.md'), 'Screens\n');
  await git.add({ fs, dir, filepath: 'README.md' });
  await git.commit({ fs, dir, author, message: 'Begin' });
  warn.mockClear();
  await server.services.database.delete(screenVersion);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const commit = (folder = dir): Promise<void> =>
  commitVersions({
    ...server.services,
    log: { warn } as RepositoryTools['log'],
    settings: { screensRepository: folder },
  });
const log = () => git.log({ fs, dir, ref: 'trunk' });
async function publish(title: string, note = ''): Promise<string> {
  const text = shipped.replace('"title": "Details"', `"title": "${title}"`);
  const { number } = (await admin.get(place)).body as unknown as { number: number };
  await admin.put(`${place}/edit`, { text, base: number });
  const { body } = await admin.post(`${place}/version`, { note });
  expect(body).toMatchObject({ resultCode: 'SUCCESS', number: number + 1 });
  return text;
}
const rows = () => server.services.database.select().from(screenVersion).orderBy(asc(screenVersion.number));
const reasons = async () => (await rows()).map(({ notCommitted }) => notCommitted);
const committedText = async (oid: string) =>
  new TextDecoder().decode((await git.readBlob({ fs, dir, oid, filepath: path })).blob);

describe('a published version', () => {
  it('is a commit by its author, with its note, and so is a roll-back', async () => {
    const text = await publish('Particulars', 'Finance asked for it');
    await admin.post(`${place}/roll-back`, { number: 0 });
    await Promise.all([commit(), commit()]);
    await commit();
    const [back, first, begin] = await log();
    expect(begin?.commit.message).toBe('Begin\n');
    expect(first?.commit).toMatchObject({
      message: 'Publish version 1 of organization/details\n\nFinance asked for it\n',
      author: { name: 'Ada Byron', email: 'ada@example.com' },
      committer: { name: 'Cairn' },
    });
    expect(back?.commit.message).toBe(
      'Publish version 2 of organization/details\n\nRolled back to the built-in screen\n',
    );
    expect(await committedText(first?.oid ?? '')).toBe(text);
    expect(await committedText(back?.oid ?? '')).toBe(shipped);
    expect(readFileSync(join(dir, path), 'utf8')).toBe(shipped);
    expect((await rows()).map(({ commit: id }) => id)).toEqual([first?.oid, back?.oid]);
    expect(await git.statusMatrix({ fs, dir })).toEqual([
      ['README.md', 1, 1, 1],
      [path, 1, 1, 1],
    ]);
    expect((await admin.get(place)).body).toMatchObject({ versions: [{ commit: back?.oid }, { commit: first?.oid }] });
  });

  it('takes nothing else with it that is staged or changed', async () => {
    await publish('Particulars');
    writeFileSync(join(dir, 'README.md'), 'Changed\n');
    writeFileSync(join(dir, 'new.txt'), 'Staged\n');
    await git.add({ fs, dir, filepath: 'new.txt' });
    await commit();
    expect(await git.statusMatrix({ fs, dir })).toEqual([
      ['README.md', 1, 2, 1],
      ['new.txt', 0, 2, 2],
      [path, 1, 1, 1],
    ]);
  });

  it('is not committed twice by a server that was killed after the commit', async () => {
    await publish('Particulars');
    await commit();
    const before = await log();
    await server.services.database.update(screenVersion).set({ commit: null });
    await commit();
    expect(await log()).toEqual(before);
    expect((await rows())[0]?.commit).toBe(before[0]?.oid);
  });
});

describe('a document of the last commit', () => {
  const settings = () => server.services.settings as { screensRepository: string | undefined };
  afterEach(() => void (settings().screensRepository = undefined));
  const offered = async () => (await admin.get(place)).body['repository'];
  const commitByHand = async (text: string | Uint8Array) => {
    writeFileSync(join(dir, path), text);
    await git.add({ fs, dir, filepath: path });
    return git.commit({ fs, dir, author, message: 'Change by hand' });
  };

  it('is offered when it is another one than that in use, however it is laid out', async () => {
    settings().screensRepository = dir;
    expect(await offered()).toBeNull();
    await publish('Particulars');
    // The server commits it by itself; who comes while it does leaves it to that.
    await expect.poll(async () => (await rows())[0]?.commit).toEqual(expect.any(String));
    const text = readFileSync(join(dir, path), 'utf8');
    await commitByHand(JSON.stringify(JSON.parse(text)));
    expect(await offered()).toBeNull();
    const other = text.replace('Particulars', 'By hand');
    const id = await commitByHand(other);
    expect(await offered()).toEqual({ text: other, commit: id });
    // What is not committed is not offered, and neither is what a version that waits for its commit replaces.
    writeFileSync(join(dir, path), text);
    expect(await offered()).toEqual({ text: other, commit: id });
    await server.services.database.update(screenVersion).set({ commit: null });
    expect(await offered()).toBeNull();
  });

  it('is not offered where it is no text of a document, or the folder cannot be used', async () => {
    settings().screensRepository = dir;
    mkdirSync(join(dir, 'schemas/organization'), { recursive: true });
    await commitByHand('{}');
    expect(await offered()).toMatchObject({ text: '{}' });
    await commitByHand(new Uint8Array([0xff, 0xfe]));
    expect(await offered()).toBeNull();
    await commitByHand(' '.repeat(longestDocument + 1));
    expect(await offered()).toBeNull();
    settings().screensRepository = join(dir, 'nowhere');
    expect(await offered()).toBeNull();
  });
});

describe('a folder that cannot be used', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['does not exist', () => join(dir, 'nowhere'), /does not exist/],
    [
      'is no repository',
      () => {
        mkdirSync(join(dir, 'plain'));
        return join(dir, 'plain');
      },
      /is not a git repository/,
    ],
    [
      'is bare',
      async () => {
        await git.init({ fs, dir: join(dir, 'bare'), bare: true });
        return join(dir, 'bare');
      },
      /is a bare repository/,
    ],
    [
      'has a lock of git',
      () => {
        writeFileSync(join(dir, '.git', 'index.lock'), '');
        return dir;
      },
      /Another git process/,
    ],
    [
      'has a changed file of that path',
      async () => {
        mkdirSync(join(dir, 'schemas/organization'), { recursive: true });
        writeFileSync(join(dir, path), '{}');
        return dir;
      },
      /has changes that are not committed/,
    ],
    [
      'leads out of itself by a symbolic link',
      () => {
        const elsewhere = mkdtempSync(join(tmpdir(), 'cairn-elsewhere-'));
        onTestFinished(() => rmSync(elsewhere, { recursive: true }));
        mkdirSync(join(elsewhere, 'organization'));
        symlinkSync(elsewhere, join(dir, 'schemas'));
        return dir;
      },
      /schemas is a symbolic link/,
    ],
  ])('%s: the reason is shown, and nothing is touched', async (_, prepare, reason) => {
    await publish('Particulars');
    const folder = await prepare();
    const before = await git.statusMatrix({ fs, dir });
    await commit(folder);
    expect(await reasons()).toEqual([expect.stringMatching(reason)]);
    expect(warn).toHaveBeenCalledOnce();
    expect((await log()).map(({ commit: { message } }) => message)).toEqual(['Begin\n']);
    expect(await git.statusMatrix({ fs, dir })).toEqual(before);
    // The operator corrects it.
    rmSync(join(dir, '.git', 'index.lock'), { force: true });
    rmSync(join(dir, 'schemas'), { force: true, recursive: true });
    await commit();
    expect(await reasons()).toEqual(['']);
  });
});

it('shows in the Studio what is not committed', async () => {
  expect((await admin.get('/studio/repository')).body).toEqual({ isUsed: false, failed: [] });
  server = await startTestServer({ logLevel: 'silent', settings: { screensRepository: join(dir, 'nowhere') } });
  admin = await server.signInAsAdmin();
  await publish('Particulars');
  const failed = { flow: 'organization', screen: 'details', number: 1 };
  // The server woke the job itself.
  await expect
    .poll(async () => (await admin.get('/studio/repository')).body, { timeout: 10_000 })
    .toMatchObject({ isUsed: true, failed: [{ ...failed, reason: expect.stringContaining('does not exist') }] });
});

it('lays documents out as those of the folder', async () => {
  const screens = createScreens();
  const places = screens
    .flows()
    .flatMap((flow) => screens.screens(flow).map((screen) => ({ flow, screen })))
    .filter((each) => isEdited(screens, each));
  const texts = places.map((each) => shippedText(screens, each));
  expect(await Promise.all(texts.map(formatDocument))).toEqual(texts);
});
