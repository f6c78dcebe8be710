// Install automations: judged before the upload, taken from a file or an address, scanned, and run by agents.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dropOldFiles } from '#server/attachments/clean-files.ts';
import { processAttachments } from '#server/attachments/process-attachments.ts';
import { signAddress } from '#server/attachments/signed-url.ts';
import { withAddress } from '#server/installers/with-address.ts';
import { afterFile } from '../clean-up.ts';
import { startAgent, startSite, until } from './agent-rig.ts';
import { signedInTechnician } from './technician.ts';
import { sendPiece } from './upload-file.ts';
import type { Answer, Visitor } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let admin: Visitor;
beforeAll(async () => {
  site = await startSite();
  ({ admin } = site);
}, 60_000);

const path = '/scripting/scripts/upload-application';
const hello = Buffer.from('#!/bin/sh\necho "installed $# $1"\nexit 0\n');
let made = 0;
const asked = (more: object = {}) => ({
  name: `Installer ${(made += 1)}`,
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  uploadType: 'FILE',
  ...more,
});

async function upload(bytes: Uint8Array, name = 'setup.sh', who = admin, purpose = 'installer'): Promise<string> {
  const { body } = await who.post('/upload', { purpose, name, size: bytes.length });
  await sendPiece(who, String(body['id']), 0, bytes);
  return String(body['id']);
}

const add = (more: object, who = admin): Promise<Answer> => who.post(path, asked(more));
async function added(bytes: Uint8Array, more: object = {}, name = 'setup.sh'): Promise<number> {
  const { status, body } = await add({ uploadId: await upload(bytes, name), ...more });
  expect([status, body['errorMessage']]).toEqual([200, undefined]);
  return Number((body['automation'] as unknown as { id: number }).id);
}
const fileOf = async (id: number, who = admin) =>
  (await who.get(`/scripting/scripts/binaryScriptAttachments/${id}`)).body['runnableAttachment'] as unknown as {
    id: string;
    contentId: string;
    uploadStatus: string;
    scan: string;
    scanMessage: string;
    metadata: object;
  };
const processed = (id: number) =>
  until(async () => {
    const file = await fileOf(id);
    expect(file.scan).not.toBe('PROCESSING');
    return file;
  });
const sign = (id: number, who = admin) => who.get(`/scripting/scripts/binaryScriptAttachments/${id}/signed-url`);
const download = (signedUrl: unknown) => fetch(`${site.server.url}${String(signedUrl)}`);

describe('an install automation', () => {
  it('is judged before its file is sent: name, categories, permissions (F05-02, F05-12, F05-20, F05-33)', async () => {
    const { operatingSystems, architecture, categoriesIds } = asked();
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
    const body = asked({ attachmentId: (await fileOf(id)).id });
    const viewer = await signedInTechnician(site.server, admin, 'Vera', ['SCRIPT_CATEGORY:View']);
    const stranger = await signedInTechnician(site.server, admin, 'Sven', ['NODE:View']);
    expect(await add({ uploadType: 'URL', url: 'https://example.com/a.sh' }, viewer)).toMatchObject({ status: 403 });
    expect(await viewer.post('/upload', { purpose: 'installer', name: 'a.sh', size: 1 })).toMatchObject({
      status: 403,
    });
    expect(await viewer.put(`${path}/${id}`, body)).toMatchObject({ status: 403 });
    expect(await viewer.get(`${path}/${id}`)).toMatchObject({ status: 200 });
    for (const address of [`${path}/${id}`, `/scripting/scripts/binaryScriptAttachments/${id}`])
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
    expect(await five.put(`${path}/${ownId}`, asked({ ...url, categoriesIds: [3, 5] }))).toMatchObject({ status: 403 });
    expect(await five.get(`${path}/${id}`)).toMatchObject({ status: 404 });
    // The calls of scripts do not change it.
    const script = await admin.get(`/scripting/scripts/${id}`);
    expect(script.body).toMatchObject({ language: 'binary_install', script: '' });
    const asScript = { ...asked(), language: 'sh', script: 'echo', uploadType: undefined };
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
    const body = { ...asked(), name: 'Kept file', attachmentId: first.id };
    const save = async (more: object) => (await admin.put(`${path}/${id}`, { ...body, ...more })).body;
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

/** A scanner that speaks INSTREAM, finds the text "virus" and can be told to fail. */
async function startClamd(): Promise<{ url: string; seen: Buffer[]; stop(): void }> {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      const content = contentOf(bytes);
      if (content === undefined) return;
      seen.push(content);
      const text = content.toString();
      if (text.includes('breaks')) socket.destroy();
      else if (text.includes('too large')) socket.end('INSTREAM size limit exceeded. ERROR\0');
      else socket.end(text.includes('virus') ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `tcp://127.0.0.1:${port}`, seen, stop: () => void server.close() };
}

/** The whole stream; undefined until its end has come. */
function contentOf(bytes: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  expect(bytes.subarray(0, command.length).toString()).toBe(command);
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size === 0) return Buffer.concat(parts);
    if (at + 4 + size > bytes.length) return undefined;
    parts.push(bytes.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return undefined;
}

describe('a malware scan', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    clamd = await startClamd();
    afterFile(() => clamd.stop());
  });

  /** Adds a file while the server’s own job sees none, and processes it with this scanner. */
  async function scanned(content: string, more: object = {}, url: string = clamd.url) {
    const { database, live, settings } = site.server.services;
    const configured = settings as { clamd?: string };
    configured.clamd = url;
    const id = await added(Buffer.from(content), more);
    const file = await processed(id);
    delete configured.clamd;
    await processAttachments({ database, live, settings });
    return { id, file };
  }

  it('calls a file clean that the scanner found nothing in, and sends all of it', async () => {
    const content = `echo ${'x'.repeat(300_000)}`;
    const { file } = await scanned(content);
    expect(file).toMatchObject({ scan: 'CLEAN', uploadStatus: 'SUCCESS' });
    expect(clamd.seen.at(-1)?.toString()).toBe(content);
  });

  it('hands out nothing of an infected file, and shows it under review (C12-04, C12-05, C12-15, C19-17)', async () => {
    const { id, file } = await scanned('a virus');
    expect(file).toMatchObject({ scan: 'INFECTED', scanMessage: 'Test.Virus', uploadStatus: 'SUSPICIOUS' });
    expect(await sign(id)).toMatchObject({
      status: 409,
      body: { errorCode: 'attachment_infected', errorMessage: 'This attachment has been flagged as suspicious' },
    });
    const stored = join(site.server.services.settings.dataDirectory, 'files', file.contentId);
    expect(existsSync(stored)).toBe(false);
    const reviewed = async (who: Visitor, status: string) =>
      (await who.get(`/scripting/scripts/malwareScanStatus/${status}`)).body as unknown as { id: number }[];
    expect(await reviewed(admin, 'INFECTED')).toMatchObject([{ id, attachment: { scan: 'INFECTED' } }]);
    expect((await reviewed(admin, 'FAILED')).map((each) => each.id)).not.toContain(id);
    const stranger = await signedInTechnician(site.server, admin, 'Stan', ['NODE:View']);
    expect(await reviewed(stranger, 'INFECTED')).toEqual([]);
  });

  it('gives no address that was signed before the file was found infected', async () => {
    const { id } = await scanned('was fine once');
    const { signedUrl } = (await sign(id)).body;
    expect((await download(signedUrl)).status).toBe(200);
    await site.server.services.database.execute(sql`update attachment set scan = 'INFECTED' where script_id = ${id}`);
    expect((await download(signedUrl)).status).toBe(409);
  });

  it.each([
    ['closes the connection', 'this breaks'],
    ['refuses the size', 'this is too large'],
  ])('fails, and never calls it clean, when the scanner %s', async (_what, content) => {
    const { id, file } = await scanned(content);
    expect(file).toMatchObject({ scan: 'FAILED', uploadStatus: 'FAILURE' });
    expect(await sign(id)).toMatchObject({ status: 409, body: { errorCode: 'attachment_not_ready' } });
  });

  it('fails when nothing listens, and says "not scanned" where the person skipped it', async () => {
    const { file } = await scanned('anything', {}, 'unix:/nonexistent/clamd.ctl');
    expect(file).toMatchObject({ scan: 'FAILED', scanMessage: expect.stringContaining('The scan failed') as unknown });
    const uploadId = await upload(Buffer.from('a virus'), 'setup.sh', admin, 'large-installer');
    const skipped = await scanned('unused', { uploadId, skipScan: true });
    expect(skipped.file).toMatchObject({ scan: 'NOT_SCANNED' });
  });
});

interface DeviceRun {
  runId: string;
  state: string;
  outcome: string | null;
  exitCode: number | null;
  message: string;
}

describe('an installer on a device', { timeout: 60_000 }, () => {
  async function device() {
    const agent = startAgent(site.server.url, { token: await site.freshToken() });
    const id = await agent.nodeId();
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    return id;
  }

  async function run(scriptId: number, deviceId: number, more: object = {}): Promise<DeviceRun> {
    const given = { parameters: '', variables: [], runAs: '', timeoutSeconds: 60, ...more };
    const { body } = await admin.post('/scripting/run', { scriptId, deviceIds: [deviceId], ...given });
    expect(body).toMatchObject({ resultCode: 'SUCCESS' });
    return until(async () => {
      const [one] = (await admin.get(`/scripting/run/${String(body['id'])}`)).body['devices'] as unknown as DeviceRun[];
      expect(one?.state).not.toBe('running');
      return one as DeviceRun;
    });
  }

  async function outputOf(runId: string): Promise<string> {
    const { items } = (await admin.get(`/run/${runId}/items?limit=500`)).body as never as {
      items: { data: { text: string } }[];
    };
    return items.map(({ data }) => data.text).join('');
  }

  it('is downloaded by a signed address, checked, and run with its arguments (C12-10)', async () => {
    const id = await device();
    for (const [name, content] of [
      ['setup.sh', hello],
      ['setup.run', Buffer.concat([hello, Buffer.alloc(700_000, '\n')])],
    ] as const) {
      const automation = await added(content, {}, name);
      await processed(automation);
      const end = await run(automation, id, { parameters: '"two words" x' });
      expect(end).toMatchObject({ state: 'done', outcome: 'exited', exitCode: 0 });
      expect(await outputOf(end.runId)).toBe('installed 2 two words\n');
    }
  });

  it('is refused with the reason while it is processed, infected, or for another system', async () => {
    const id = await device();
    const infected = await added(hello);
    await processed(infected);
    await site.server.services.database.execute(
      sql`update attachment set scan = 'INFECTED', scan_message = 'Test.Virus' where script_id = ${infected}`,
    );
    expect(await run(infected, id)).toMatchObject({ message: 'The installer is infected: Test.Virus.' });
    const windows = await added(hello, { operatingSystems: ['Windows'] }, 'setup.exe');
    await processed(windows);
    expect((await run(windows, id)).message).toContain('not for Linux');
  });

  it('gets no address in a command that was queued before the file was found infected', async () => {
    const automation = await added(hello);
    const { id: attachmentId } = await processed(automation);
    const { database: db, secrets } = site.server.services;
    const params = { attachmentId, url: '' } as Parameters<typeof withAddress>[2];
    expect(await withAddress({ db, secrets }, 1, params)).toMatchObject({
      source: expect.stringContaining(attachmentId) as unknown,
    });
    await db.execute(sql`update attachment set scan = 'INFECTED' where script_id = ${automation}`);
    expect(await withAddress({ db, secrets }, 1, params)).toBeUndefined();
  });

  it('is not run when its bytes are not those that the server signed', async () => {
    const id = await device();
    const automation = await added(Buffer.concat([hello, Buffer.from('# the right one\n')]));
    const { contentId } = await processed(automation);
    const { writeFileSync } = await import('node:fs');
    const stored = join(site.server.services.settings.dataDirectory, 'files', contentId);
    writeFileSync(stored, Buffer.concat([hello, Buffer.from('# the wrong one\n')]));
    const end = await run(automation, id);
    expect(end.message).toContain('SHA-256');
  });
});
