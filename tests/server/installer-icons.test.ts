// Icons of installers, and images among their files, which a page may show.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { gif, png } from '#tests/fixtures/images.ts';
import { until } from './agent-rig.ts';
import { hello, installAsked, installPath, startInstallRig, type InstallRig, type ListedFile } from './install-rig.ts';
import { signedInTechnician } from './technician.ts';
import { sendPiece } from './upload-file.ts';

let rig: InstallRig;
let admin: InstallRig['admin'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ admin } = rig);
});

type File = ListedFile & { preview: boolean; metadata: { name: string; mimeType: string } };
const address = { uploadType: 'URL', url: 'https://example.com/a.sh' };
const spelled = (bytes: Buffer, name: string) => `${bytes.length} 1764028800000 ${name}`;

async function sentIcon(bytes: Buffer, name = 'logo.png', who = admin) {
  return { customIcon: spelled(bytes, name), customIconUploadId: await rig.upload(bytes, name, who, 'installer-icon') };
}

/** An automation with these helper files, once all its files are processed. */
async function added(more: object): Promise<{ id: number; files: File[]; icon: File | null }> {
  const { body, status } = await rig.add({ ...address, ...more });
  expect([status, body['fields']]).toEqual([200, undefined]);
  const { id } = body['automation'] as unknown as { id: number };
  return { id, ...(await filesOf(id)) };
}

const filesOf = (id: number) =>
  until(async () => {
    const { body } = await admin.get(`/scripting/scripts/binaryScriptAttachments/${id}`);
    const files = body['helperAttachments'] as unknown as File[];
    const icon = body['customIconAttachment'] as unknown as File | null;
    for (const file of [...files, ...(icon ? [icon] : [])]) expect(file.scan).not.toBe('PROCESSING');
    return { files, icon };
  });

async function withHelper(bytes: Buffer, name: string) {
  const file = spelled(bytes, name);
  const helperUploads = [{ file, uploadId: await rig.upload(bytes, name, admin, 'helper-file') }];
  const made = await added({ helperFiles: [file], helperUploads });
  const [helper] = made.files;
  if (!helper) throw new Error('There is no helper file');
  return { id: made.id, helper };
}

const sign = (id: number, attachmentId: string, use = 'preview') =>
  admin.get(`/scripting/scripts/binaryScriptAttachments/${id}/signed-url?attachmentId=${attachmentId}&use=${use}`);

describe('the icon of an installer', () => {
  it('is kept, named in its form, and shown in the library (F05-09, F05-29, F05-36)', async () => {
    const bytes = png(32, 32);
    const { id, icon } = await added(await sentIcon(bytes));
    expect(icon).toMatchObject({ preview: true, metadata: { name: 'logo.png', mimeType: 'image/png' } });
    const { body } = await admin.get(`${installPath}/${id}`);
    expect(body).toMatchObject({ customIcon: spelled(bytes, 'logo.png'), keptCustomIcon: spelled(bytes, 'logo.png') });
    const listed = (await admin.get('/scripting/scripts')).body as unknown as { id: number; iconUrl: string | null }[];
    const shown = await rig.download(listed.find((each) => each.id === id)?.iconUrl);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['wider than 32 pixels', png(33, 32), 'The size should be max 32 x 32 pixels'],
    ['higher than 32 pixels', gif(32, 33), 'The size should be max 32 x 32 pixels'],
    ['no image, whatever its name says', Buffer.from('<svg onload="alert(1)"/>'), 'Invalid file type'],
  ])('is refused as soon as it has arrived when it is %s (C19-09, F05-29)', async (_what, bytes, words) => {
    const { body } = await admin.post('/upload', { purpose: 'installer-icon', name: 'logo.png', size: bytes.length });
    const id = String(body['id']);
    expect(await sendPiece(admin, id, 0, bytes)).toMatchObject({ status: 400, body: { fields: { '/size': words } } });
    const more = { customIcon: spelled(bytes, 'logo.png'), customIconUploadId: id };
    expect((await rig.add({ ...address, ...more })).body['fields']).toHaveProperty('/customIcon');
  });

  it('is judged again when it is taken, since a server may have stopped before it judged it', async () => {
    const icon = await sentIcon(png(32, 32));
    const { dataDirectory } = rig.site.server.services.settings;
    writeFileSync(join(dataDirectory, 'uploads', icon.customIconUploadId), png(64, 64));
    expect((await rig.add({ ...address, ...icon })).body['fields']).toEqual({
      '/customIcon': 'The size should be max 32 x 32 pixels',
    });
  });

  it('is announced by its name and size, and by whoever may add scripts (C19-09, C19-10, F05-29)', async () => {
    const announce = async (name: string, size: number, who = admin) =>
      (await who.post('/upload', { purpose: 'installer-icon', name, size })).body;
    expect((await announce('logo.svg', 10))['fields']).toEqual({ '/size': 'Invalid file type' });
    expect((await announce('logo.png', 64_001))['fields']).toEqual({ '/size': 'File exceeds the limit of 64 kB' });
    expect((await announce('logo.png', 0))['fields']).toEqual({ '/size': 'File too small' });
    const viewer = await signedInTechnician(rig.site.server, admin, 'Vera', ['SCRIPT_CATEGORY:View']);
    expect((await announce('logo.png', 10, viewer))['errorCode']).toBe('forbidden');
  });

  it('is an upload of the caller’s own, for this purpose', async () => {
    const other = await signedInTechnician(rig.site.server, admin, 'Olaf', ['SCRIPT_CATEGORY:Create']);
    const bytes = png(16, 16);
    const gone = { '/customIcon': expect.stringContaining('Choose the file again') as unknown };
    expect((await rig.add({ ...address, ...(await sentIcon(bytes, 'logo.png', other)) })).body['fields']).toEqual(gone);
    const customIconUploadId = await rig.upload(bytes, 'logo.png', admin, 'helper-file');
    const customIcon = spelled(bytes, 'logo.png');
    expect((await rig.add({ ...address, customIcon, customIconUploadId })).body['fields']).toEqual(gone);
    expect((await rig.add({ ...address, customIcon })).body['fields']).toEqual(gone);
  });

  it('stays, is replaced, and goes when the automation is saved, and is no new version', async () => {
    const icon = await sentIcon(png(16, 16), 'one.png');
    const { id } = await added(icon);
    const save = (more: object) => admin.put(`${installPath}/${id}`, { ...installAsked(address), ...more });
    await save({ customIcon: icon.customIcon });
    expect((await filesOf(id)).icon?.metadata.name).toBe('one.png');
    await save(await sentIcon(png(16, 16, [200, 0, 0]), 'two.png'));
    expect((await filesOf(id)).icon?.metadata.name).toBe('two.png');
    await save({});
    expect((await filesOf(id)).icon).toBeNull();
    expect((await admin.get(`/scripting/scripts/${id}`)).body['version']).toBe(1);
  });

  it('leaves room for an installer and five helper files that are sent with it (F05-28)', async () => {
    const icon = await sentIcon(png(8, 8));
    const uploadId = await rig.upload(hello);
    const helperUploads = [];
    for (const name of ['1', '2', '3', '4', '5'])
      helperUploads.push({
        file: spelled(hello, name),
        uploadId: await rig.upload(hello, name, admin, 'helper-file'),
      });
    const helperFiles = helperUploads.map(({ file }) => file);
    const { files } = await added({ uploadType: 'FILE', uploadId, helperFiles, helperUploads, ...icon });
    expect(files).toHaveLength(5);
  });
});

describe('the preview of an image', () => {
  it('is sent as the image that its bytes are, and runs nothing (C19-06)', async () => {
    const bytes = png(400, 300);
    // The name is not what decides.
    const { id, helper } = await withHelper(bytes, 'diagram.html');
    expect(helper).toMatchObject({ preview: true, metadata: { mimeType: 'image/png' } });
    const { body } = await sign(id, helper.id);
    const reply = await rig.download(body['signedUrl']);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-origin',
    });
    const download = await rig.download((await sign(id, helper.id, 'download')).body['signedUrl']);
    expect(download.headers.get('content-type')).toBe('application/octet-stream');
    expect(download.headers.get('content-disposition')).toContain('attachment');
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'logo.svg'],
    ['a page under the name of an image', Buffer.from('<script>alert(1)</script>'), 'logo.png'],
    ['an image that would need more memory than a browser has', png(10_001, 1), 'wide.png'],
  ])('is refused for %s', async (_what, bytes, name) => {
    const { id, helper } = await withHelper(bytes, name);
    expect(helper.preview).toBe(false);
    expect((await sign(id, helper.id)).body['fields']).toEqual({
      '/use': 'This file is no image that a page can show',
    });
    const { body } = await sign(id, helper.id, 'download');
    // An address of a download opens no preview.
    const preview = String(body['signedUrl']).replace('/content?', '/preview?');
    expect((await rig.download(preview)).status).toBe(403);
  });

  it('opens nothing once the file is infected, too large, or its bytes are no image', async () => {
    const { id, helper } = await withHelper(png(40, 30), 'diagram.png');
    const { signedUrl } = (await sign(id, helper.id)).body;
    const set = (what: ReturnType<typeof sql>) =>
      rig.site.server.services.database.execute(sql`update attachment set ${what} where id = ${helper.id}`);
    expect((await rig.download(signedUrl)).status).toBe(200);
    await set(sql`size = 10000001`);
    expect((await rig.download(signedUrl)).status).toBe(404);
    await set(sql`size = 1, image_type = ''`);
    expect((await rig.download(signedUrl)).status).toBe(404);
    await set(sql`image_type = 'image/png', scan = 'INFECTED'`);
    expect((await rig.download(signedUrl)).status).toBe(409);
    expect((await rig.download(String(signedUrl).replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(403);
  });
});
