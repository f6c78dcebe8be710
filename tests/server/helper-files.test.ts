// Files that are delivered beside an installer.
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { until } from './agent-rig.ts';
import { hello, installAsked, installPath, startInstallRig, type InstallRig } from './install-rig.ts';
import { signedInTechnician } from './technician.ts';

let rig: InstallRig;
let site: InstallRig['site'];
let admin: InstallRig['admin'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ site, admin } = rig);
});

const address = { uploadType: 'URL', url: 'https://example.com/a.sh' };
const spelled = (name: string, text: string) => `${text.length} 1764028800000 ${name}`;

/** What a request says of files that were uploaded. */
async function sent(files: Record<string, string>, who = admin) {
  const helperUploads: { file: string; uploadId: string }[] = [];
  for (const [name, text] of Object.entries(files))
    helperUploads.push({
      file: spelled(name, text),
      uploadId: await rig.upload(Buffer.from(text), name, who, 'helper-file'),
    });
  return { helperFiles: helperUploads.map(({ file }) => file), helperUploads };
}

const filesOf = async (id: number) =>
  (await admin.get(`/scripting/scripts/binaryScriptAttachments/${id}`)).body['helperAttachments'] as unknown as {
    id: string;
    scan: string;
    metadata: { name: string; size: number };
  }[];
const processed = (id: number) =>
  until(async () => {
    const files = await filesOf(id);
    expect(files.map(({ scan }) => scan)).not.toContain('PROCESSING');
    return files;
  });

describe('helper files', () => {
  it('are kept beside the installer, and each may be downloaded (F05-09, F05-28, F05-36)', async () => {
    const id = await rig.added(hello, await sent({ 'b.json': '{}', 'a.txt': 'text' }));
    const files = await processed(id);
    expect(files.map(({ metadata }) => metadata)).toMatchObject([
      { name: 'a.txt', size: 4 },
      { name: 'b.json', size: 2 },
    ]);
    const sign = async (attachmentId: unknown, of = id) =>
      admin.get(`/scripting/scripts/binaryScriptAttachments/${of}/signed-url?attachmentId=${String(attachmentId)}`);
    const reply = await rig.download((await sign(files[0]?.id)).body['signedUrl']);
    expect(await reply.text()).toBe('text');
    // Of another automation.
    expect(await sign(files[0]?.id, await rig.added(hello))).toMatchObject({ status: 404 });
  });

  it('are at most five of 100 MB each (F05-28)', async () => {
    const announce = async (size: number) =>
      (await admin.post('/upload', { purpose: 'helper-file', name: 'a.json', size })).body['fields'];
    expect(await announce(100_000_001)).toEqual({ '/size': 'File exceeds the limit of 100 MB' });
    expect(await announce(100_000_000)).toBeUndefined();
    const names = ['1', '2', '3', '4', '5', '6'].map((name) => spelled(name, 'x'));
    expect((await rig.add({ ...address, helperFiles: names })).body['fields']).toMatchObject({
      '/helperFiles': expect.any(String) as unknown,
    });
    const six = await sent(Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((name) => [name, 'x'])));
    expect((await rig.add({ ...address, ...six })).body['fields']).toEqual({ '/helperFiles': 'File limit reached' });
  });

  it('are complete uploads of the caller’s own, for this purpose, under names of their own', async () => {
    const fields = async (more: object) => (await rig.add({ ...address, ...more })).body['fields'];
    const gone = { '/helperFiles': expect.stringContaining('Choose the file again') as unknown };
    expect(await fields({ helperFiles: [spelled('a', 'x')] })).toEqual(gone);
    const other = await signedInTechnician(site.server, admin, 'Olaf', ['SCRIPT_CATEGORY:Create']);
    expect(await fields(await sent({ a: 'x' }, other))).toEqual(gone);
    const installer = await rig.upload(Buffer.from('x'), 'a');
    const file = spelled('a', 'x');
    expect(await fields({ helperFiles: [file], helperUploads: [{ file, uploadId: installer }] })).toEqual(gone);
    for (const name of ['../a', 'a/b', 'a\\b', '..', 'INSTALLER.sh', 'cairn-before.sh'])
      expect(await fields({ helperFiles: [spelled(name, 'x')] }), name).toHaveProperty('/helperFiles');
    expect(await fields({ helperFiles: [spelled('a', 'x'), spelled('A', 'xy')] })).toEqual({
      '/helperFiles': 'Two files have the same name',
    });
  });

  it('are kept and let go of when the automation is saved, and another one is another version', async () => {
    const id = await rig.added(hello, await sent({ 'a.txt': 'text', 'b.txt': 'text' }));
    await processed(id);
    const { body } = await admin.get(`${installPath}/${id}`);
    expect(body['helperFiles']).toEqual([spelled('a.txt', 'text'), spelled('b.txt', 'text')]);
    const installer = await rig.fileOf(id);
    const version = async () => (await admin.get(`/scripting/scripts/${id}`)).body['version'];
    const save = (more: object) =>
      admin.put(`${installPath}/${id}`, { ...installAsked({ attachmentId: installer.id }), ...more });
    expect(await save({ helperFiles: body['helperFiles'] })).toMatchObject({ status: 200 });
    expect(await version()).toBe(1);
    const more = await sent({ 'c.txt': 'more' });
    const helperFiles = [spelled('b.txt', 'text'), ...more.helperFiles];
    expect(await save({ ...more, helperFiles })).toMatchObject({ body: { automation: { helperFiles } } });
    expect(await version()).toBe(2);
    expect((await processed(id)).map(({ metadata }) => metadata.name)).toEqual(['b.txt', 'c.txt']);
  });
});

describe('on a device', () => {
  it('stand beside the installer in its folder (F05-28)', async () => {
    const id = await rig.added(Buffer.from('cat settings.json'), await sent({ 'settings.json': '{"quiet":true}' }));
    await rig.processed(id);
    await processed(id);
    const end = await rig.run(id, await rig.device());
    expect(end).toMatchObject({ state: 'done', exitCode: 0 });
    expect(await rig.outputOf(end.runId)).toBe('{"quiet":true}');
  });

  it('stop the run while one is infected', async () => {
    const id = await rig.added(hello, await sent({ 'bad.json': '{}' }));
    await rig.processed(id);
    const [file] = await processed(id);
    await site.server.services.database.execute(
      sql`update attachment set scan = 'INFECTED', scan_message = 'Test.Virus' where id = ${String(file?.id)}`,
    );
    expect(await rig.run(id, await rig.device())).toMatchObject({
      message: 'The helper file bad.json is infected: Test.Virus.',
    });
  });
});
