import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryBrowse } from '#agent/directory/browse.ts';
import { openForPublic } from '#agent/directory/connect.ts';
import { readDirectoryFacts } from '#agent/directory/facts.ts';
import { createDirectoryRead } from '#agent/directory/read.ts';
import { createDirectorySignIn } from '#agent/directory/sign-in.ts';
import type { DirectoryComputer } from '#api/contract/agent-methods/directory.ts';
import { BindRequest } from 'ldapts';
import { canServeDomain, startSamba, type SambaDomain } from './samba-peer.ts';

const root = 'DC=corp,DC=test';
const { signal } = new AbortController();

describe.skipIf(!canServeDomain)('Samba AD (Debian: samba-ad-dc, samba-ad-provision)', () => {
  let domain: SambaDomain;
  let directory: URL;
  beforeAll(async () => {
    domain = await startSamba();
    directory = new URL(domain.url);
    const { tool } = domain;
    await tool('ou', 'create', `OU=Sales,${root}`);
    await tool('ou', 'create', `OU=R\\,D,OU=Sales,${root}`);
    await tool('computer', 'create', 'SALES1', '--computerou=OU=Sales');
    await tool('computer', 'create', 'LAB1', `--computerou=OU=R\\,D,OU=Sales`);
    await tool('computer', 'create', 'KIOSK');
    await tool('user', 'create', 'jane', 'Passw0rd.Jane');
    await tool('user', 'create', 'gone', 'Passw0rd.Gone');
    await tool('user', 'disable', 'gone');
    await tool('user', 'create', 'fresh', 'Passw0rd.Fresh', '--must-change-at-next-login');
  });
  afterAll(() => domain?.stop());

  const login = (username = 'administrator@corp.test', password = domain.password) => ({
    username,
    password,
    allowPlain: false,
  });
  const signIn = (username: string, password?: string) =>
    createDirectorySignIn({ directory })(login(username, password), { signal } as never);
  const browse = (ouPath: string) => createDirectoryBrowse({ directory })({ ...login(), ouPath }, { signal } as never);
  async function read(ouPath: string, recursive: boolean) {
    const items: DirectoryComputer[] = [];
    const context = { signal, item: (each: DirectoryComputer) => void items.push(each), progress: () => {} };
    const result = await createDirectoryRead({ directory })({ ...login(), ouPath, recursive }, context);
    return { result, items };
  }

  it('accepts a password only over TLS', async () => {
    const exchange = await openForPublic({ url: directory, signal });
    const request = new BindRequest({ messageId: 0, dn: 'administrator@corp.test', password: domain.password });
    expect((await exchange.ask(request)).resultCode).toBe(8);
    exchange.close();
  });

  it.each(['administrator@corp.test', 'CORP\\administrator', `CN=Administrator,CN=Users,${root}`])(
    'signs %s in after StartTLS (F04-39, F04-50)',
    async (username) => expect(await signIn(username)).toEqual({ code: 'succeeded', message: '' }),
  );

  it('signs in over ldaps', async () => {
    const secure = createDirectorySignIn({ directory: new URL(domain.url.replace('ldap:', 'ldaps:')) });
    expect(await secure(login(), { signal } as never)).toEqual({ code: 'succeeded', message: '' });
  });

  it.each([
    ['administrator@corp.test', 'wrong', ''],
    ['nobody@corp.test', 'wrong', ''],
    ['gone@corp.test', 'Passw0rd.Gone', 'The account is disabled'],
    ['fresh@corp.test', 'Passw0rd.Fresh', 'The password must be changed before the next sign-in'],
  ])('refuses %s with "%s" (F04-48)', async (username, password, message) => {
    expect(await signIn(username, password)).toEqual({ code: 'incorrect_username_or_password', message });
  });

  it('reads the domain without signing in', async () => {
    expect(await readDirectoryFacts(directory)).toEqual({ domain: 'corp.test', namingContext: root });
  });

  it('lists a level of the tree (F04-37)', async () => {
    const top = await browse('');
    expect(top).toMatchObject({ code: 'succeeded', root, more: false, ouComputers: [] });
    const names = top.ou.map(({ name, hasChildren }) => [name, hasChildren]);
    const expected = [
      ['Sales', true],
      ['Computers', true],
      ['Users', false],
    ];
    expect(names).toEqual(expect.arrayContaining(expected));
    const sales = await browse(`ou=sales, ${root}`);
    expect(sales.ou).toEqual([{ path: `OU=R\\,D,OU=Sales,${root}`, name: 'R,D', hasChildren: true }]);
    expect(sales.ouComputers).toMatchObject([{ name: 'SALES1' }]);
  });

  it('reads the computers of an OU, and those below it (F04-38)', async () => {
    expect((await read(`OU=Sales,${root}`, false)).items.map(({ name }) => name)).toEqual(['SALES1']);
    const { items } = await read(`OU=Sales,${root}`, true);
    expect(items.map(({ name }) => name).sort()).toEqual(['LAB1', 'SALES1']);
    expect(items.find(({ name }) => name === 'LAB1')?.ouPath).toBe(`OU=R\\,D,OU=Sales,${root}`);
    const all = await read('', true);
    expect(all.items.map(({ name }) => name).sort()).toEqual(['DC1', 'KIOSK', 'LAB1', 'SALES1']);
    expect(all.result).toEqual({ code: 'succeeded', message: '', computers: 4 });
    expect(new Set(all.items.map(({ objectGuid }) => objectGuid)).size).toBe(4);
  });

  it('shows an objectGUID as the directory itself does', async () => {
    const [kiosk] = (await read(`CN=Computers,${root}`, false)).items;
    const shown = await domain.tool('computer', 'show', 'KIOSK', '--attributes=objectGUID');
    expect(shown).toContain(`objectGUID: ${kiosk?.objectGuid}`);
  });

  it.each([
    `OU=Nowhere,${root}`,
    'OU=Sales,DC=other,DC=test',
    `CN=KIOSK,CN=Computers,${root}`,
    'Sales',
    `OU==,${root}`,
  ])('finds no OU at "%s" (F04-27, F04-45)', async (ouPath) =>
    expect((await browse(ouPath)).code).toBe('invalid_ou_path'),
  );
});
