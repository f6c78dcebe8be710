import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanFile } from '#server/attachments/clamd.ts';
import { startInstallRig, type InstallRig } from '../server/install-rig.ts';
import { clamd, largestScanned, signatureName, signedText, startClamd, type ClamdPeer } from './clamd-peer.ts';
import { peerFolder } from './peer.ts';

let peer: ClamdPeer;
let rig: InstallRig;
const folder = peerFolder('scanned');

const scanOf = (bytes: Uint8Array, url = peer.url) => {
  const file = join(folder.path, 'file');
  writeFileSync(file, bytes);
  return scanFile(url, file);
};

describe.skipIf(clamd === undefined)('a malware scan by clamd (Debian: clamav-daemon)', () => {
  beforeAll(async () => {
    peer = await startClamd();
    rig = await startInstallRig();
    const configured = rig.site.server.services.settings as { clamd?: string };
    configured.clamd = peer.url;
  });
  afterAll(async () => {
    await peer?.stop();
    folder.remove();
  });

  it('finds the file that its signature describes, wherever the text is, and passes a clean one (C12-04)', async () => {
    const far = Buffer.concat([randomBytes(300_000), Buffer.from(signedText)]);
    for (const bytes of [Buffer.from(`#!/bin/sh\n# ${signedText}\n`), far])
      expect(await scanOf(bytes)).toEqual({ state: 'INFECTED', message: `${signatureName}.UNOFFICIAL` });
    expect(await scanOf(Buffer.from('#!/bin/sh\nexit 0\n'))).toEqual({ state: 'CLEAN' });
    expect(await scanOf(randomBytes(300_000))).toEqual({ state: 'CLEAN' });
  });

  it('never calls a file clean that clamd did not look through', async () => {
    const limited = { state: 'FAILED', message: expect.stringContaining('MaxFileSize') as unknown };
    expect(await scanOf(randomBytes(largestScanned + 1))).toEqual(limited);
    const tooLong = {
      state: 'FAILED',
      message: expect.stringMatching(/size limit exceeded|StreamMaxLength/) as unknown,
    };
    expect(await scanOf(randomBytes(3 * 1024 * 1024))).toEqual(tooLong);
  });

  it('decides what devices and people get of an uploaded installer (C12-05, C19-17)', async () => {
    const clean = await rig.added(Buffer.from('#!/bin/sh\nexit 0\n'));
    const infected = await rig.added(Buffer.from(`#!/bin/sh\n# ${signedText}\n`));
    expect(await rig.processed(clean)).toMatchObject({ scan: 'CLEAN', uploadStatus: 'SUCCESS' });
    expect(await rig.processed(infected)).toMatchObject({
      scan: 'INFECTED',
      scanMessage: `${signatureName}.UNOFFICIAL`,
    });
    const { body } = await rig.sign(clean);
    expect((await rig.download(body['signedUrl'])).status).toBe(200);
    expect(await rig.sign(infected)).toMatchObject({ status: 409, body: { errorCode: 'attachment_infected' } });
  });
});
