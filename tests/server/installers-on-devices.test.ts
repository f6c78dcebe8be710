// Installers that agents download, check and run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withAddress } from '#server/installers/with-address.ts';
import { hello, startInstallRig, type InstallRig } from './install-rig.ts';

let rig: InstallRig;
let site: InstallRig['site'];
let added: InstallRig['added'];
let processed: InstallRig['processed'];
let device: InstallRig['device'];
let run: InstallRig['run'];
let outputOf: InstallRig['outputOf'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ site, added, processed, device, run, outputOf } = rig);
});

describe('an installer on a device', () => {
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
    const params = { attachmentId, url: '', helpers: [], before: null, after: null } as never as Parameters<
      typeof withAddress
    >[2];
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
    const stored = join(site.server.services.settings.dataDirectory, 'files', contentId);
    writeFileSync(stored, Buffer.concat([hello, Buffer.from('# the wrong one\n')]));
    const end = await run(automation, id);
    expect(end.message).toContain('SHA-256');
  });
});
