// Install automations: judged before the upload, and taken from a file or an address.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dropOldFiles } from '#server/attachments/clean-files.ts';
import { signAddress } from '#server/attachments/signed-url.ts';
import { hello, installAsked, installPath, startInstallRig, type InstallRig } from './install-rig.ts';
import { signedInTechnician } from './technician.ts';
import { sendPiece } from './upload-file.ts';

let rig: InstallRig;
let site: InstallRig['site'];
let admin: InstallRig['admin'];
let upload: InstallRig['upload'];
let add: InstallRig['add'];
let added: InstallRig['added'];
let fileOf: InstallRig['fileOf'];
let processed: InstallRig['processed'];
let sign: InstallRig['sign'];
let download: InstallRig['download'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ site, admin, upload, add, added, fileOf, processed, sign, download } = rig);
});

describe('an install automation', () => {
  it('is judged before its file is sent: name, categories, permissions (F05-02, F05-12, F05-20, F05-33)', async () => {
    const { operatingSystems, architecture, categoriesIds } = installAsked();
    const check = (more: object, who = admin) =>
      who.post('/scripting/scripts/mfa-pre-upload', {
        name: 'Fresh',
        operatingSystems,
        architecture,
        categoriesIds,
        ...more,
      });
    expect(await check({})).toMatchObject({ status: 200 });
    expect(await check({ name: ' ' })).toMatchObject({ status: 400, body: { fields: { '/name': 'Required' } } });
    const id = await added(hello, { name: 'Taken name' });
    const taken = { status: 400, body: { fields: { '/name': 'This name already exists' } } };
    expect(await check({ name: ' taken NAME' })).toMatchObject(taken);
    expect(await check({ id, name: 'Taken name' })).toMatchObject({ status: 200 });
    expect(await check({ categoriesIds: [999] })).toMatchObject({ status: 400 });
    const other = await signedInTechnician(site.server, admin, 'Olga', ['SCRIPT_CATEGORY:View']);
    expect(await check({}, other)).toMatchObject({ status: 403 });
    expect(await check({ id }, other)).toMatchObject({ status: 403 });
  });

  it('refuses another type of file, an empty one and one that is too large, in the specified words (F05-23, F05-24, F05-25, F05-26, F05-27, F05-39, C19-14)', async () => {
    const announce = async (size: number, name: string, purpose = 'installer') =>
      (await admin.post('/upload', { purpose, name, size })).body['fields'];
    const gib = 1024 ** 3;
    expect(await announce(0, 'setup.sh')).toEqual({ '/size': 'File too small. File size must be more than 1 byte' });
    expect(await announce(gib + 1, 'setup.sh')).toEqual({ '/size': 'File exceeds the limit of 1 GiB' });
    expect(await announce(25 * gib + 1, 'setup.sh', 'large-installer')).toEqual({
      '/size': 'File exceeds the limit of 25 GiB',
    });
    const words = (types: string) =>
      `You've attempted to attach an invalid file. Only the following file types are allowed: ${types}`;
    const wrong = async (system: string, name: string) =>
      (
        await add({
          operatingSystems: [system],
          ...(system === 'Mac' && { architecture: undefined }),
          uploadId: await upload(hello, name),
        })
      ).body['fields'];
    expect(await wrong('Windows', 'setup.dmg')).toEqual({ '/file': words('.exe, .msi, .msix') });
    expect(await wrong('Mac', 'setup.exe')).toEqual({ '/file': words('.dmg, .pkg') });
    expect(await wrong('Linux', 'setup.exe')).toEqual({ '/file': words('.sh, .run, .deb') });
    expect((await add({})).body['fields']).toEqual({ '/file': 'Choose an installer file' });
    // What the flag allows is refused without it.
    const large = await upload(hello, 'setup.sh', admin, 'large-installer');
    await site.server.services.database.execute(
      sql`update upload set size = ${gib + 1}, received = ${gib + 1} where id = ${large}`,
    );
    expect((await add({ uploadId: large })).body['fields']).toEqual({ '/file': 'File exceeds the limit of 1 GiB' });
  });

  it('has one system: a Mac is 64-bit alone (F05-18)', async () => {
    const uploadId = await upload(hello, 'setup.pkg');
    const mac = { operatingSystems: ['Mac'], uploadId };
    expect(await add({ ...mac, architecture: ['64', '32'] })).toMatchObject({
      status: 400,
      body: { fields: { '/architecture': expect.any(String) as unknown } },
    });
    expect(await add({ ...mac, architecture: undefined })).toMatchObject({
      status: 200,
      body: { automation: { architecture: ['64'] } },
    });
  });

  it('takes a complete upload of the caller’s own, once', async () => {
    const uploadId = await upload(hello);
    const other = await signedInTechnician(site.server, admin, 'Rosa', [
      'SCRIPT_CATEGORY:View',
      'SCRIPT_CATEGORY:Create',
    ]);
    const gone = {
      status: 400,
      body: { fields: { '/file': expect.stringContaining('Upload the file again') as unknown } },
    };
    expect(await add({ uploadId }, other)).toMatchObject(gone);
    const { body } = await admin.post('/upload', { purpose: 'installer', name: 'setup.sh', size: 100 });
    expect(await add({ uploadId: body['id'] })).toMatchObject({
      status: 409,
      body: { errorCode: 'upload_incomplete' },
    });
    const imported = await admin.post('/upload', { purpose: 'monitor-import', name: 'shops.csv', size: 3 });
    await sendPiece(admin, String(imported.body['id']), 0, Buffer.from('a,b'));
    expect(await add({ uploadId: imported.body['id'] })).toMatchObject(gone);
    expect(await add({ uploadId })).toMatchObject({ status: 200 });
    expect(await add({ uploadId })).toMatchObject(gone);
  });

  it('needs the permission of its categories to be added, changed and read', async () => {
    const id = await added(hello);
    const body = installAsked({ attachmentId: (await fileOf(id)).id });
    const viewer = await signedInTechnician(site.server, admin, 'Vera', ['SCRIPT_CATEGORY:View']);
    const stranger = await signedInTechnician(site.server, admin, 'Sven', ['NODE:View']);
    expect(await add({ uploadType: 'URL', url: 'https://example.com/a.sh' }, viewer)).toMatchObject({ status: 403 });
    expect(await viewer.post('/upload', { purpose: 'installer', name: 'a.sh', size: 1 })).toMatchObject({
      status: 403,
    });
    expect(await viewer.put(`${installPath}/${id}`, body)).toMatchObject({ status: 403 });
    expect(await viewer.get(`${installPath}/${id}`)).toMatchObject({ status: 200 });
    for (const address of [`${installPath}/${id}`, `/scripting/scripts/binaryScriptAttachments/${id}`])
      expect((await stranger.get(address)).status).toBeGreaterThanOrEqual(403);
    expect((await sign(id, stranger)).status).toBeGreaterThanOrEqual(403);
    // Permissions for one category say nothing of another.
    const all = ['View', 'Create', 'Update'].map((one) => `SCRIPT_CATEGORY:${one}`);
    const five = await signedInTechnician(site.server, admin, 'Faye', all, 5);
    const url = { uploadType: 'URL', url: 'https://example.com/a.sh' };
    expect(await add(url, five)).toMatchObject({ status: 403 });
    const own = await add({ ...url, categoriesIds: [5] }, five);
    expect(own).toMatchObject({ status: 200 });
    const { id: ownId } = own.body['automation'] as unknown as { id: number };
    expect(await five.put(`${installPath}/${ownId}`, installAsked({ ...url, categoriesIds: [3, 5] }))).toMatchObject({
      status: 403,
    });
    expect(await five.get(`${installPath}/${id}`)).toMatchObject({ status: 404 });
    // The calls of scripts do not change it.
    const script = await admin.get(`/scripting/scripts/${id}`);
    expect(script.body).toMatchObject({ language: 'binary_install', script: '' });
    const asScript = { ...installAsked(), language: 'sh', script: 'echo', uploadType: undefined };
    expect(await admin.put(`/scripting/scripts/${id}`, asScript)).toMatchObject({ status: 404 });
    expect(await admin.post('/scripting/scripts/copy', { fromId: id, name: 'Copy' })).toMatchObject({ status: 400 });
  });

  it('keeps the file by its contents, once, and gives it by an address that expires (F05-01, F05-36, C19-01, C19-07, C19-15, C19-20)', async () => {
    const bytes = Buffer.concat([hello, Buffer.alloc(600_000, '#')]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const id = await added(bytes);
    expect(await processed(id)).toMatchObject({
      contentId: sha256,
      scan: 'NOT_SCANNED',
      uploadStatus: 'SUCCESS',
      metadata: { name: 'setup.sh', extension: '.sh', size: bytes.length, mimeType: 'application/x-sh' },
    });
    const other = await added(bytes);
    await processed(other);
    const files = join(site.server.services.settings.dataDirectory, 'files');
    expect(readdirSync(files).filter((name) => name === sha256)).toHaveLength(1);
    const signedUrl = String((await sign(id)).body['signedUrl']);
    const reply = await download(signedUrl);
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      "attachment; filename*=UTF-8''setup.sh",
    ]);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    const expires = Number(/expires=(\d+)/.exec(signedUrl)?.[1]);
    expect(expires * 1000 - Date.now()).toBeLessThanOrEqual(600_000);
    for (const wrong of [
      signedUrl.replace(/expires=\d+/, `expires=${expires + 1}`),
      signedUrl.replace(/.$/, signedUrl.endsWith('A') ? 'B' : 'A'),
      signedUrl.replace(/attachment\/[^/]+/, `attachment/${(await fileOf(await added(hello))).id}`),
    ])
      expect((await download(wrong)).status).toBe(403);
    const { secrets, database } = site.server.services;
    const { id: fileId } = await fileOf(id);
    expect((await download(signAddress(secrets, fileId, new Date(Date.now() + 5000)))).status).toBe(200);
    expect((await download(signAddress(secrets, fileId, new Date(Date.now() - 1000)))).status).toBe(403);
    // What nobody names any more goes a day later.
    expect((await admin.delete(`/scripting/scripts/${id}`)).status).toBe(200);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    await dropOldFiles(database, site.server.services.settings.dataDirectory, tomorrow);
    expect(existsSync(join(files, sha256))).toBe(true);
    expect((await admin.delete(`/scripting/scripts/${other}`)).status).toBe(200);
    await dropOldFiles(database, site.server.services.settings.dataDirectory, new Date());
    expect(existsSync(join(files, sha256))).toBe(true);
    await dropOldFiles(database, site.server.services.settings.dataDirectory, tomorrow);
    expect(existsSync(join(files, sha256))).toBe(false);
    expect((await download(signedUrl)).status).toBe(404);
  });

  it('is refused before its first byte when the disk has no room', async () => {
    const settings = site.server.services.settings as { dataDirectory: string };
    const { dataDirectory } = settings;
    // A file system without a free block.
    settings.dataDirectory = '/proc';
    const answer = await admin.post('/upload', { purpose: 'installer', name: 'setup.sh', size: 1 });
    settings.dataDirectory = dataDirectory;
    const words = 'The disk of the server has no room for this file';
    expect(answer).toMatchObject({ status: 400, body: { fields: { '/size': words } } });
  });

  it('is changed with the file that it has, or with another one, which is another version (F05-03, F05-34)', async () => {
    const id = await added(hello, { name: 'Kept file' });
    const first = await processed(id);
    const body = { ...installAsked(), name: 'Kept file', attachmentId: first.id };
    const save = async (more: object) => (await admin.put(`${installPath}/${id}`, { ...body, ...more })).body;
    const version = async () => (await admin.get(`/scripting/scripts/${id}`)).body['version'];
    expect(await save({ description: 'Said' })).toMatchObject({ automation: { description: 'Said' } });
    expect([await version(), (await fileOf(id)).id]).toEqual([1, first.id]);
    expect(await save({ attachmentId: crypto.randomUUID() })).toMatchObject({ errorCode: 'invalid_input' });
    expect(await save({ operatingSystems: ['Windows'] })).toMatchObject({
      fields: { '/file': expect.any(String) as unknown },
    });
    await save({ attachmentId: undefined, uploadId: await upload(Buffer.from('other')) });
    expect(await version()).toBe(2);
    expect((await fileOf(id)).id).not.toBe(first.id);
  });

  it('comes from a secure address that no server fetches (F05-19, F05-22, F05-37)', async () => {
    const from = (url: string) => add({ uploadType: 'URL', url });
    expect(await from('http://example.com/setup.sh')).toMatchObject({ status: 400 });
    const { body } = await from('https://example.com/tools/setup%20one.sh');
    const { id } = body['automation'] as unknown as { id: number };
    expect(await fileOf(id)).toMatchObject({
      uploadType: 'URL',
      scan: 'NOT_SCANNED',
      metadata: { name: 'setup one.sh', extension: '.sh', size: 0 },
    });
    expect((await sign(id)).body['signedUrl']).toBe('https://example.com/tools/setup%20one.sh');
  });
});
