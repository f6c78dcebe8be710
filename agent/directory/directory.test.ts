import { Value } from 'typebox/value';
import { describe, expect, it, vi } from 'vitest';
import {
  directoryBrowse,
  directoryRead,
  mostOfLevel,
  type DirectoryComputer,
} from '#api/contract/agent-methods/directory.ts';
import { findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import { afterTest } from '#tests/clean-up.ts';
import { startDirectory, type DirectoryOptions } from '#tests/peers/directory-peer.ts';
import {
  computerEntry,
  containerEntry,
  corp,
  corpTree,
  directoryAdmin,
  directoryPassword,
  ouEntry,
} from '#tests/peers/directory-tree.ts';
import { createDirectoryBrowse } from './browse.ts';
import { createDirectoryRead } from './read.ts';

const admin = { username: directoryAdmin, password: directoryPassword, allowPlain: false };
const idle = new AbortController().signal;

async function start(options?: DirectoryOptions) {
  const directory = await startDirectory(options);
  afterTest(() => directory.stop());
  return directory;
}

/** Runs `directory.read`, and gathers what it reports. */
async function read(url: string, params: { ouPath?: string; recursive?: boolean } = {}, signal = idle) {
  const items: DirectoryComputer[] = [];
  const progress: number[] = [];
  const handler = createDirectoryRead({ directory: new URL(url) });
  const result = await handler(
    { ...admin, ouPath: '', recursive: true, ...params },
    { signal, item: (each) => void items.push(each), progress: ({ done }) => void progress.push(done) },
  );
  for (const each of items) expect(Value.Errors(directoryRead.item, each)).toEqual([]);
  expect(findPayloadFault(directoryRead.result, result, directoryRead.budget.result)).toBeUndefined();
  return { result, items, progress };
}

async function browse(url: string, ouPath = '') {
  const handler = createDirectoryBrowse({ directory: new URL(url) });
  const result = await handler({ ...admin, ouPath }, { signal: idle, item: () => {}, progress: () => {} } as never);
  expect(findPayloadFault(directoryBrowse.result, result, directoryBrowse.budget.result)).toBeUndefined();
  return result;
}

describe('directory.browse', () => {
  it('lists the OUs and computers of one level (F04-37)', async () => {
    const { url } = await start();
    const top = await browse(url);
    expect(top).toMatchObject({ code: 'succeeded', root: corp, ouComputers: [], more: false });
    expect(top.ou).toEqual([
      { path: `CN=Computers,${corp}`, name: 'Computers', hasChildren: true },
      { path: `OU=Empty,${corp}`, name: 'Empty', hasChildren: false },
      { path: `OU=Sales,${corp}`, name: 'Sales', hasChildren: true },
      { path: `OU=Servers,${corp}`, name: 'Servers', hasChildren: true },
      { path: `CN=Users,${corp}`, name: 'Users', hasChildren: false },
    ]);
    const sales = await browse(url, ` ou=sales, dc=CORP,dc=test`);
    expect(sales.ou).toEqual([{ path: `OU=Laptops,OU=Sales,${corp}`, name: 'Laptops', hasChildren: true }]);
    expect(sales.ouComputers.map(({ name }) => name)).toEqual(['SALES-PC1', 'SALES-PC2']);
    expect((await browse(url, `OU=Laptops,OU=Sales,${corp}`)).ouComputers.map(({ name }) => name)).toEqual([
      'Doe, Jane',
      'LAPTOP1',
    ]);
  });

  it('lists 500 of each and says that there are more', async () => {
    const many = Array.from({ length: mostOfLevel + 3 }, (_, index) => String(index).padStart(4, '0'));
    const entries = [
      ...corpTree.slice(0, 1),
      ...many.map((number) => ouEntry(`OU=Team ${number},${corp}`)),
      ...many.map((number) => computerEntry(`CN=PC${number},${corp}`)),
    ];
    const level = await browse((await start({ entries })).url);
    expect([level.ou.length, level.ouComputers.length, level.more]).toEqual([mostOfLevel, mostOfLevel, true]);
  });

  it('lists as many long names as the result may carry', async () => {
    const ous = Array.from({ length: 300 }, (_, index) => ouEntry(`OU=${'é'.repeat(240)}${index},${corp}`));
    const level = await browse((await start({ entries: [...corpTree.slice(0, 1), ...ous] })).url);
    expect(level.code).toBe('succeeded');
    expect(level.ou.length).toBeGreaterThan(50);
    expect(level.more).toBe(true);
  });

  it('leaves out an OU whose path it cannot send whole', async () => {
    const entries = [...corpTree.slice(0, 1), ouEntry(`OU=${'x'.repeat(2000)},${corp}`), ouEntry(`OU=Kept,${corp}`)];
    const level = await browse((await start({ entries })).url);
    expect(level.ou.map(({ name }) => name)).toEqual(['Kept']);
    expect(level.more).toBe(true);
  });
});

describe('a path', () => {
  it.each([
    'Sales',
    `OU=Nowhere,${corp}`,
    'OU=Sales,DC=other,DC=test',
    `CN=SALES-PC1,OU=Sales,${corp}`,
    'DC=test',
    `<GUID=0>,${corp}`,
    `OU=Sales\\,${corp}`,
  ])('"%s" is not one of an OU of this domain (F04-27, F04-45)', async (ouPath) => {
    const { url } = await start();
    expect(await browse(url, ouPath)).toMatchObject({ code: 'invalid_ou_path', ou: [], ouComputers: [] });
    const { result, items } = await read(url, { ouPath });
    expect(result).toEqual({ code: 'invalid_ou_path', message: '', computers: 0 });
    expect(items).toEqual([]);
  });

  it.each([
    [34, '0000208F: NameErr: DSID-03100221', 'invalid_ou_path', ''],
    [64, 'naming violation', 'invalid_ou_path', ''],
    [50, '00002098: SecErr: DSID-03150F94', 'access_denied', ''],
    [53, '00000522: SecErr: DSID-031A11F6', 'required_privilege_not_held', ''],
    [1, 'ERROR_PRIVILEGE_NOT_HELD', 'required_privilege_not_held', ''],
    [52, 'busy\u0000\u001b[31m, try later', 'failed', 'busy [31m, try later'],
    [80, '', 'failed', 'LDAP result 80'],
  ])(
    'that the directory answers with result %i %j is %s (F04-46, F04-47)',
    async (resultCode, message, code, words) => {
      const { url } = await start({ searchFault: { resultCode, message } });
      expect((await read(url, { ouPath: `OU=Sales,${corp}` })).result).toEqual({ code, message: words, computers: 0 });
    },
  );
});

describe('a message of the directory', () => {
  it('is cut after 500 characters (F04-46)', async () => {
    const { url } = await start({ searchFault: { resultCode: 80, message: 'x'.repeat(64_000) } });
    const { result } = await read(url, { ouPath: `OU=Sales,${corp}` });
    expect(result).toEqual({ code: 'failed', message: 'x'.repeat(500), computers: 0 });
  });
});

describe('directory.read', () => {
  it('reports the computers of an OU, and of those below it only with recursive (F04-38)', async () => {
    const { url } = await start();
    const names = async (ouPath: string, recursive: boolean) =>
      (await read(url, { ouPath, recursive })).items.map(({ name }) => name);
    expect(await names(`OU=Sales,${corp}`, false)).toEqual(['SALES-PC1', 'SALES-PC2']);
    expect(await names(`OU=Sales,${corp}`, true)).toEqual(['SALES-PC1', 'SALES-PC2', 'LAPTOP1', 'Doe, Jane']);
    expect(await names(`CN=Computers,${corp}`, false)).toEqual(['<b>PC</b>', 'KIOSK']);
    expect(await names(`OU=Empty,${corp}`, true)).toEqual([]);
    expect(await names('', false)).toEqual([]);
    expect(await names('', true)).toHaveLength(8);
  });

  it('describes a computer', async () => {
    const objectGUID = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    const server = { objectGUID, operatingSystem: 'Windows Server 2022 Standard' };
    const path = `CN=Doe\\, Jane,OU=R\\2CD,${corp}`;
    const entries = [...corpTree.slice(0, 1), ouEntry(`OU=R\\2CD,${corp}`), computerEntry(path, server)];
    const { items, result, progress } = await read((await start({ entries })).url);
    expect(items).toEqual([
      {
        // The first three groups are little-endian, as Windows shows them.
        objectGuid: '33221100-5544-7766-8899-aabbccddeeff',
        name: 'Doe, Jane',
        hostName: 'doe, jane.corp.test',
        os: 'Windows Server 2022 Standard',
        ouPath: `OU=R\\2CD,${corp}`,
        isServer: true,
      },
    ]);
    expect(result).toEqual({ code: 'succeeded', message: '', computers: 1 });
    expect(progress).toEqual([0, 1]);
  });

  it('adds the version to a name of an operating system that has none', async () => {
    const { items } = await read((await start()).url, { ouPath: `CN=Computers,${corp}` });
    expect(items.map(({ os }) => os)).toEqual(['Windows 11 Pro', 'Ubuntu 24.04']);
  });

  it('reads page by page', async () => {
    const computers = Array.from({ length: 1234 }, (_, index) => computerEntry(`CN=PC${index},OU=Sales,${corp}`));
    const directory = await start({ entries: [...corpTree.slice(0, 2), ...computers] });
    const { result, items } = await read(directory.url, { ouPath: `OU=Sales,${corp}`, recursive: false });
    expect(result).toEqual({ code: 'succeeded', message: '', computers: 1234 });
    expect(new Set(items.map(({ objectGuid }) => objectGuid)).size).toBe(1234);
    expect(directory.searches.filter(({ pageSize }) => pageSize === 500)).toHaveLength(3);
  });

  it('bounds hostile texts, and skips a computer without an identity', async () => {
    const long = `\u0000\u001b[2J<script>${'\ud83d\ude00'.repeat(32_000)}`;
    const hostile = {
      name: long,
      dNSHostName: Buffer.from([0xff, 0xfe, 0x41]),
      operatingSystem: long,
      operatingSystemVersion: long,
      sAMAccountName: long,
    };
    const entries = [
      ...corpTree.slice(0, 1),
      containerEntry(`CN=${'y'.repeat(64_000)},${corp}`),
      computerEntry(`CN=a,CN=${'y'.repeat(64_000)},${corp}`, hostile),
      computerEntry(`CN=b,${corp}`, { objectGUID: Buffer.alloc(15) }),
      computerEntry(`CN=c,${corp}`, { objectGUID: [] }),
      computerEntry(`CN=d,${corp}`, { name: [], cn: [], sAMAccountName: 'D$' }),
    ];
    const { result, items } = await read((await start({ entries })).url);
    expect(result).toEqual({ code: 'succeeded', message: '', computers: 2 });
    expect(items.map(({ name }) => name)).toEqual([expect.stringMatching(/^\[2J<script>/), 'D']);
  });

  it('stops when the command is cancelled', async () => {
    const computers = Array.from({ length: 1100 }, (_, index) => computerEntry(`CN=PC${index},${corp}`));
    const directory = await start({ entries: [...corpTree.slice(0, 1), ...computers] });
    const cancelled = new AbortController();
    const handler = createDirectoryRead({ directory: new URL(directory.url) });
    let items = 0;
    const item = () => {
      items += 1;
      if (items === 600) cancelled.abort(new Error('cancelled'));
    };
    const context = { signal: cancelled.signal, item, progress: () => {} };
    await expect(handler({ ...admin, ouPath: '', recursive: true }, context)).rejects.toThrow('cancelled');
    expect(items).toBe(600);
    await vi.waitFor(() => expect(directory.open()).toBe(0));
  });

  it('fails as a whole when an item is refused', async () => {
    const directory = await start();
    const handler = createDirectoryRead({ directory: new URL(directory.url) });
    const item = () => {
      throw new Error('too many');
    };
    const context = { signal: idle, item, progress: () => {} };
    await expect(handler({ ...admin, ouPath: '', recursive: true }, context)).rejects.toThrow('too many');
    await vi.waitFor(() => expect(directory.open()).toBe(0));
  });
});
