// What the tests of automations that install or run an application share: a site, uploads, and runs on a device.
import { expect } from 'vitest';
import { startAgent, startSite, until } from './agent-rig.ts';
import { sendPiece } from './upload-file.ts';
import type { Answer, Visitor } from './visitor.ts';

export const installPath = '/scripting/scripts/upload-application';
export const hello = Buffer.from('#!/bin/sh\necho "installed $# $1"\nexit 0\n');
let made = 0;
export const installAsked = (more: object = {}) => ({
  name: `Installer ${(made += 1)}`,
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  uploadType: 'FILE',
  ...more,
});

export interface ListedFile {
  id: string;
  contentId: string;
  uploadStatus: string;
  scan: string;
  scanMessage: string;
  scannable: boolean;
  metadata: object;
}

export interface DeviceRun {
  runId: string;
  state: string;
  outcome: string | null;
  exitCode: number | null;
  message: string;
}

export type InstallRig = Awaited<ReturnType<typeof startInstallRig>>;

export async function startInstallRig() {
  const site = await startSite();
  const { admin } = site;

  async function upload(bytes: Uint8Array, name = 'setup.sh', who = admin, purpose = 'installer'): Promise<string> {
    const { body } = await who.post('/upload', { purpose, name, size: bytes.length });
    await sendPiece(who, String(body['id']), 0, bytes);
    return String(body['id']);
  }

  const add = (more: object, who: Visitor = admin): Promise<Answer> => who.post(installPath, installAsked(more));

  async function added(bytes: Uint8Array, more: object = {}, name = 'setup.sh'): Promise<number> {
    const { status, body } = await add({ uploadId: await upload(bytes, name), ...more });
    expect([status, body['errorMessage']]).toEqual([200, undefined]);
    return Number((body['automation'] as unknown as { id: number }).id);
  }

  const fileOf = async (id: number, who = admin) =>
    (await who.get(`/scripting/scripts/binaryScriptAttachments/${id}`)).body[
      'runnableAttachment'
    ] as unknown as ListedFile;

  const processed = (id: number) =>
    until(async () => {
      const file = await fileOf(id);
      expect(file.scan).not.toBe('PROCESSING');
      return file;
    });

  /** A device with an agent that is online. */
  async function device(): Promise<number> {
    const agent = startAgent(site.server.url, { token: await site.freshToken() });
    const id = await agent.nodeId();
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    return id;
  }

  const start = (scriptId: number, deviceId: number, more: object = {}, who: Visitor = admin): Promise<Answer> =>
    who.post('/scripting/run', {
      scriptId,
      deviceIds: [deviceId],
      parameters: '',
      variables: [],
      runAs: '',
      timeoutSeconds: 60,
      ...more,
    });

  const ended = (scriptRunId: unknown) =>
    until(async () => {
      const [one] = (await admin.get(`/scripting/run/${String(scriptRunId)}`)).body[
        'devices'
      ] as unknown as DeviceRun[];
      expect(one?.state).not.toBe('running');
      return one as DeviceRun;
    });

  async function run(scriptId: number, deviceId: number, more: object = {}): Promise<DeviceRun> {
    const { body } = await start(scriptId, deviceId, more);
    expect(body).toMatchObject({ resultCode: 'SUCCESS' });
    return ended(body['id']);
  }

  async function outputOf(runId: string): Promise<string> {
    const { items } = (await admin.get(`/run/${runId}/items?limit=500`)).body as never as {
      items: { data: { text: string } }[];
    };
    return items.map(({ data }) => data.text).join('');
  }

  const sign = (id: number, who = admin) => who.get(`/scripting/scripts/binaryScriptAttachments/${id}/signed-url`);
  const download = (signedUrl: unknown) => fetch(`${site.server.url}${String(signedUrl)}`);

  return { site, admin, upload, add, added, fileOf, processed, device, start, ended, run, outputOf, sign, download };
}
