import { expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import details from '#schemas/install-automation/details.json';
import manifest from '#schemas/install-automation/flow.json';
import { flowOf, instance, rehearse, screensOf } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const file = '57 1764028800000 setup.run';
const answers = {
  name: 'Backup client',
  categoriesIds: [3],
  operatingSystem: 'Linux',
  architecture: ['64'],
  uploadType: 'FILE',
  file,
};
const body = {
  name: 'Backup client',
  categoriesIds: [3],
  operatingSystems: ['Linux'],
  architecture: ['64'],
  uploadType: 'FILE',
  useFirstParametersOptionAsDefault: false,
  preExecutionScript: null,
  postExecutionScript: null,
};

async function uploaded() {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  await stage.call('createUpload').done({ id: 'upload-1' });
  return stage;
}

it('checks with the server, sends the file, and adds the automation (F05-12, F05-13, F05-14)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('checkInstallAutomation').input.body).toEqual({
    name: 'Backup client',
    categoriesIds: [3],
    operatingSystems: ['Linux'],
    architecture: ['64'],
  });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.view()).toMatchObject({ screen: 'uploading', words: { file: 'setup.run' } });
  expect(stage.call('createUpload').input).toMatchObject({
    body: { purpose: 'installer', name: 'setup.run', size: 57 },
    file,
  });
  await stage.call('createUpload').done({ id: 'upload-1' });
  expect(stage.call('addInstallAutomation').input.body).toMatchObject({ ...body, uploadId: 'upload-1' });
  await stage.call('addInstallAutomation').done({ automation: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, words: { name: 'Backup client' } });
});

it('sends nothing that the server refuses beforehand (F05-12)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  const fields = { '/name': 'This name already exists' };
  await stage.call('checkInstallAutomation').refuse('invalid_input', { fields });
  expect(stage.view()).toMatchObject({ screen: 'details', refusal: { fields } });
  expect(stage.calls.filter(({ name }) => name === 'createUpload')).toEqual([]);
});

it('announces a file that skips the scan as one that may be larger (F05-39)', async () => {
  const stage = rehearse(flow);
  stage.submit({ ...answers, skipScan: true });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('createUpload').input.body).toMatchObject({ purpose: 'large-installer' });
});

it('sends no file for an address (F05-19)', async () => {
  const stage = rehearse(flow);
  const url = 'https://downloads.example.com/setup.run';
  const { file: _, ...others } = answers;
  stage.submit({ ...others, uploadType: 'URL', url });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('addInstallAutomation').input.body).toEqual({ ...body, uploadType: 'URL', url });
});

it('does not send the file again where only the reply was lost, and repeats the same request', async () => {
  const stage = await uploaded();
  const { key } = stage.call('addInstallAutomation').input;
  expect(key).toBe(`${instance}-addInstallAutomation-1`);
  await stage.call('addInstallAutomation').refuse('offline');
  stage.submit(stage.view().data);
  const { input } = stage.call('addInstallAutomation');
  expect(input).toMatchObject({ key, body: { uploadId: 'upload-1' } });
  expect(stage.calls.filter(({ name }) => name === 'createUpload')).toHaveLength(1);
});

it('keeps the upload when another field is refused, and sends the file again when the file is', async () => {
  const stage = await uploaded();
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/name': 'This name already exists' } });
  stage.submit({ ...stage.view().data, name: 'Other' });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('addInstallAutomation').input.body).toMatchObject({ name: 'Other', uploadId: 'upload-1' });
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/file': 'Upload the file again.' } });
  stage.submit(stage.view().data);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.state()).toBe('uploading');
});

const [settings, licence] = ['5 1764028800000 settings.json', '6 1764028800000 licence.txt'];
const withHelpers = { ...answers, helperFiles: [settings, licence] };

it('sends each helper file after the installer, once (F05-28)', async () => {
  const stage = rehearse(flow);
  stage.submit(withHelpers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  for (const [index, name] of ['setup.run', 'settings.json', 'licence.txt'].entries()) {
    expect(stage.view()).toMatchObject({ screen: 'uploading', words: { file: name } });
    await stage.call('createUpload').done({ id: `upload-${index}` });
  }
  const uploads = stage.calls.filter(({ name }) => name === 'createUpload').map(({ input }) => input);
  expect(uploads.map(({ body }) => (body as { purpose: string }).purpose)).toEqual([
    'installer',
    'helper-file',
    'helper-file',
  ]);
  expect(new Set(uploads.map(({ key }) => key)).size).toBe(3);
  expect(stage.call('addInstallAutomation').input.body).toMatchObject({
    uploadId: 'upload-0',
    helperFiles: [settings, licence],
    helperUploads: [
      { file: settings, uploadId: 'upload-1' },
      { file: licence, uploadId: 'upload-2' },
    ],
  });
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/name': 'This name already exists' } });
  stage.submit({ ...stage.view().data, name: 'Other' });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.state()).toBe('adding');
});

it('does not send the helper files that the automation has', async () => {
  const stage = rehearse(flow);
  stage.submit({ ...withHelpers, keptHelperFiles: [settings] });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  await stage.call('createUpload').done({ id: 'upload-0' });
  expect(stage.call('createUpload').input.file).toBe(licence);
});

it('says at the helper files what the server says of one, and keeps the installer that was sent', async () => {
  const stage = rehearse(flow);
  stage.submit(withHelpers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  await stage.call('createUpload').done({ id: 'upload-0' });
  const message = 'File exceeds the limit of 100 MB';
  await stage.call('createUpload').refuse('invalid_input', { fields: { '/size': message } });
  expect(stage.view()).toMatchObject({ screen: 'details', refusal: { fields: { '/helperFiles': message } } });
  stage.submit({ ...stage.view().data, helperFiles: undefined });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('addInstallAutomation').input.body).toMatchObject({ uploadId: 'upload-0' });
});

it('shows what the server says of the size at the file', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  const message = 'The disk of the server has no room for this file';
  await stage.call('createUpload').refuse('invalid_input', { fields: { '/size': message } });
  expect(stage.view()).toMatchObject({ screen: 'details', refusal: { fields: { '/file': message } } });
});

it('ends the transfer when it is cancelled, and begins anew (F05-16)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  const { key } = stage.call('createUpload').input;
  stage.send({ type: 'cancel.requested' });
  expect(stage.view()).toMatchObject({ screen: 'details', data: answers });
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('createUpload').input.run).toBeUndefined();
  expect(stage.call('createUpload').input.key).not.toBe(key);
});

it('starts the next upload unpaused after a refusal during a pause', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  stage.send({ type: 'pause.requested' });
  await stage.call('createUpload').refuse('rate_limited', { message: 'Too many requests.' });
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.view().can.event('pause.requested')).toBe(true);
  expect(stage.view().can.event('continue.requested')).toBe(false);
});

it('goes on with the same upload when a draft is resumed', async () => {
  const whole = flowOf(flow, manifest);
  const screens = screensOf('install-automation');
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  stage.send({
    type: 'job.progressed',
    effect: 'createUpload',
    run: 'upload-1',
    progress: {
      stage: 'send',
      stages: ['send'],
      done: 28,
      total: 57,
      rate: 0,
      secondsLeft: null,
      cancelRequested: false,
    },
  });
  const draft = toDraft(whole, screens, stage.snapshot());
  const resumed = rehearse(flow, {}, fromDraft(whole, screens, draft).snapshot);
  expect(resumed.call('createUpload').input).toMatchObject({ run: 'upload-1', file });
});

it('says what installers need, and the specified words of a failure (F05-31, F05-32, F05-38)', () => {
  expect(details.help['/scriptParameters']).toContain(
    'MSI installers run automatically with quiet, no-UI, no-restart flags; other installers may need silent arguments.',
  );
  expect(details.failed).toBe('Something went wrong. Please try again.');
});

const logo = '90 1764028800000 logo.png';

it('sends the icon first, so that the server refuses a wrong one before the installer is sent (F05-29)', async () => {
  const stage = rehearse(flow);
  stage.submit({ ...withHelpers, customIcon: logo });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.view()).toMatchObject({ screen: 'uploading', words: { file: 'logo.png' } });
  expect(stage.call('createUpload').input).toMatchObject({ body: { purpose: 'installer-icon', size: 90 }, file: logo });
  const message = 'The size should be max 32 x 32 pixels';
  await stage.call('createUpload').refuse('invalid_input', { fields: { '/size': message } });
  expect(stage.view()).toMatchObject({ screen: 'details', refusal: { fields: { '/customIcon': message } } });
  expect(stage.calls.filter(({ name }) => name === 'createUpload')).toHaveLength(1);
});

it('sends each file once, and the icon again when it is another one or the server refuses it (F05-29)', async () => {
  const stage = rehearse(flow);
  const send = async (id: string) => stage.call('createUpload').done({ id });
  const submit = async (more: object) => {
    stage.submit({ ...stage.view().data, ...more });
    await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  };
  stage.submit({ ...answers, customIcon: logo });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  await send('upload-icon');
  await send('upload-installer');
  const body = { customIcon: logo, customIconUploadId: 'upload-icon', uploadId: 'upload-installer' };
  expect(stage.call('addInstallAutomation').input.body).toMatchObject(body);
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/name': 'This name already exists' } });
  await submit({ name: 'Other' });
  expect(stage.call('addInstallAutomation').input.body).toMatchObject(body);
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/customIcon': 'Choose it again.' } });
  await submit({});
  expect(stage.call('createUpload').input.file).toBe(logo);
  await send('upload-again');
  expect(stage.call('addInstallAutomation').input.body).toMatchObject({ ...body, customIconUploadId: 'upload-again' });
  await stage.call('addInstallAutomation').refuse('invalid_input', { fields: { '/name': 'This name already exists' } });
  await submit({ customIcon: '91 1764028800000 other.png' });
  expect(stage.call('createUpload').input.file).toBe('91 1764028800000 other.png');
});

it('does not send the icon that the automation has', async () => {
  const stage = rehearse(flow);
  stage.submit({ ...answers, customIcon: logo, keptCustomIcon: logo });
  await stage.call('checkInstallAutomation').done({ resultCode: 'SUCCESS' });
  expect(stage.call('createUpload').input.body).toMatchObject({ purpose: 'installer' });
});
