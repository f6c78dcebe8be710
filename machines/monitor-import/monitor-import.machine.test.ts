import { describe, expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import manifest from '#schemas/monitor-import/flow.json';
import { flowOf, instance, rehearse, screensOf } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const whole = flowOf(flow, manifest);
const screens = screensOf('monitor-import');

const file = { file: '57 1764028800000 shops.csv', existing: 'UPDATE' };
const upload = { id: 'upload-1' };
const checked = {
  id: 4,
  fileName: 'shops.csv',
  state: 'checked',
  toWrite: 300,
  written: 0,
  counts: { add: 300, change: 0, same: 0, skip: 0, refuse: 120 },
  total: 420,
  show: 'refused',
  matching: 120,
  offset: 0,
  limit: 100,
};

async function reviewed() {
  const stage = rehearse(flow);
  stage.submit(file);
  await stage.call('createUpload').done(upload);
  await stage.call('checkMonitorImport').done(checked);
  return stage;
}

describe('importing monitors', () => {
  it('uploads the file, has it checked, and keeps nothing of it but its name', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    expect(stage.view()).toMatchObject({ screen: 'uploading', words: { file: 'shops.csv' } });
    const { key, ...sent } = stage.call('createUpload').input;
    expect(key).toMatch(new RegExp(`^${instance}-createUpload-0-`));
    expect(sent).toEqual({ body: { purpose: 'monitor-import', name: 'shops.csv', size: 57 }, file: file.file });
    await stage.call('createUpload').done(upload);
    expect(stage.call('checkMonitorImport').input).toEqual({
      key: `${instance}-checkMonitorImport-1`,
      body: { uploadId: 'upload-1', existing: 'UPDATE' },
    });
    await stage.call('checkMonitorImport').done(checked);
    expect(stage.view()).toMatchObject({ screen: 'review', can: { submit: true } });
    expect(stage.view().answers['file']).toEqual({ fileName: 'shops.csv', existing: 'UPDATE', importId: 4 });
  });

  const half = {
    type: 'job.progressed' as const,
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
  };

  it('goes on with the upload when the same file is chosen again, and with no other', async () => {
    const begun = async () => {
      const stage = rehearse(flow);
      stage.submit(file);
      stage.send(half);
      await stage.call('createUpload').refuse('file_needed', { message: 'Choose shops.csv again.' });
      return stage;
    };
    const same = await begun();
    expect(same.view()).toMatchObject({
      screen: 'file',
      data: file,
      refusal: { fields: { '/file': 'Choose shops.csv again.' } },
    });
    same.submit(file);
    expect(same.call('createUpload').input.run).toBe('upload-1');
    const other = await begun();
    other.submit({ ...file, file: '60 1764028800001 shops.csv' });
    expect(other.call('createUpload').input.run).toBeUndefined();
    expect(other.call('createUpload').input.key).not.toBe(same.call('createUpload').input.key);
  });

  it('pauses, goes on, and begins anew once it was given up', () => {
    const stage = rehearse(flow);
    stage.submit(file);
    stage.send(half);
    stage.send({ type: 'pause.requested' });
    // What was on its way when it paused.
    stage.send({ ...half, progress: { ...half.progress, done: 40 } });
    expect(stage.view()).toMatchObject({ shown: { progress: { done: 40, paused: true } } });
    stage.send({ type: 'continue.requested' });
    expect(stage.view().shown['progress']).not.toHaveProperty('paused');
    stage.send({ type: 'cancel.requested' });
    expect(stage.view()).toMatchObject({ screen: 'file', data: file, shown: {} });
    stage.submit(file);
    expect(stage.call('createUpload').input.run).toBeUndefined();
  });

  it('does not send the file again where only the reply to its check was lost', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    await stage.call('createUpload').done(upload);
    const { key } = stage.call('checkMonitorImport').input;
    await stage.call('checkMonitorImport').refuse('offline');
    stage.submit(file);
    expect(stage.call('checkMonitorImport').input).toEqual({ key, body: { uploadId: 'upload-1', existing: 'UPDATE' } });
    await stage.call('checkMonitorImport').refuse('invalid_input', { fields: { '/file': 'There are no monitors.' } });
    stage.submit(file);
    expect(stage.state()).toBe('uploading');
  });

  it('never checks the file of before in the place of one that did not arrive', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    await stage.call('createUpload').done(upload);
    await stage.call('checkMonitorImport').refuse('offline');
    const other = { ...file, file: '60 1764028800001 branches.csv' };
    stage.submit(other);
    await stage.call('createUpload').refuse('offline');
    stage.submit(other);
    expect(stage.state()).toBe('uploading');
  });

  it('checks the same file again for another wish, without the file', async () => {
    const stage = await reviewed();
    stage.send({ type: 'back' });
    stage.submit({ fileName: 'shops.csv', importId: 4, existing: 'SKIP' });
    expect(stage.call('checkMonitorImport').input.body).toEqual({ importId: 4, existing: 'SKIP' });
  });

  it('has nothing to press but Back where nothing would be written', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    await stage.call('createUpload').done(upload);
    await stage.call('checkMonitorImport').done({ ...checked, toWrite: 0 });
    expect(stage.view().can).toMatchObject({ submit: false, back: true });
  });

  const progressed = (done: number, total: number) => ({
    type: 'job.progressed' as const,
    effect: 'runMonitorImport',
    run: 'run-1',
    progress: { stage: 'write', stages: ['write'], done, total, rate: 0, secondsLeft: null, cancelRequested: false },
  });

  it('starts one run, shows how far it is, and knows its run once it is done', async () => {
    const stage = await reviewed();
    stage.submit({});
    expect(stage.call('runMonitorImport').input).toEqual({ key: `${instance}-runMonitorImport-2`, params: { id: 4 } });
    expect(stage.view()).toMatchObject({ screen: 'importing', words: { written: '0', toWrite: '300' } });
    stage.send(progressed(0, 0));
    expect(stage.view().words).toMatchObject({ written: '0', toWrite: '300' });
    stage.send(progressed(200, 300));
    expect(stage.view()).toMatchObject({
      screen: 'importing',
      words: { written: '200', toWrite: '300' },
      shown: { progress: { done: 200, total: 300 } },
    });
    await stage.call('runMonitorImport').done({ ...checked.counts, refuse: 121 });
    // Its rows are read from the run, which the screen knows after its end.
    expect(stage.view()).toMatchObject({
      screen: 'imported',
      over: true,
      shown: { report: { counts: { refuse: 121 } }, runs: { runMonitorImport: 'run-1' } },
    });
    expect(stage.calls.filter(({ name }) => name === 'runMonitorImport')).toHaveLength(1);
  });

  it('attaches to the same run when a draft is resumed, here or in another browser', async () => {
    const stage = await reviewed();
    stage.submit({});
    stage.send(progressed(200, 300));
    const draft = toDraft(whole, screens, stage.snapshot());
    expect(draft?.context.shown).not.toHaveProperty('progress');
    const resumed = rehearse(flow, {}, fromDraft(whole, screens, draft).snapshot);
    expect(resumed.call('runMonitorImport').input).toEqual({
      key: `${instance}-runMonitorImport-2`,
      params: { id: 4 },
      run: 'run-1',
    });
    expect(resumed.view().words).toMatchObject({ written: '200', toWrite: '300' });
  });

  it('attaches to its run when asked to go on, and repeats a start that nobody knows of', async () => {
    const stage = await reviewed();
    stage.submit({});
    await stage.call('runMonitorImport').refuse('offline', { message: 'The server cannot be reached.' });
    expect(stage.view()).toMatchObject({ screen: 'interrupted', words: { reason: 'The server cannot be reached.' } });
    stage.send({ type: 'retried' });
    expect(stage.call('runMonitorImport').input).toEqual({ key: `${instance}-runMonitorImport-2`, params: { id: 4 } });
    stage.send(progressed(200, 300));
    await stage.call('runMonitorImport').refuse('offline');
    stage.send({ type: 'retried' });
    expect(stage.call('runMonitorImport').input).toMatchObject({ run: 'run-1' });
  });

  it('asks the run to stop once, and starts another one afterwards', async () => {
    const stage = await reviewed();
    stage.submit({});
    stage.send(progressed(200, 300));
    expect(stage.view().can.event('cancel.requested')).toBe(true);
    stage.send({ type: 'cancel.requested' });
    expect(stage.view().can.event('cancel.requested')).toBe(false);
    // What the server said before it heard of that.
    stage.send(progressed(250, 300));
    expect(stage.view()).toMatchObject({ shown: { progress: { done: 250, cancelRequested: true } } });
    await stage.call('runMonitorImport').refuse('run_cancelled', { message: 'You asked it to stop.' });
    expect(stage.view()).toMatchObject({
      screen: 'interrupted',
      words: { written: '250', toWrite: '300', reason: 'You asked it to stop.' },
    });
    stage.send({ type: 'retried' });
    expect(stage.call('runMonitorImport').input).toEqual({ key: `${instance}-runMonitorImport-3`, params: { id: 4 } });
    expect(stage.view().can.event('cancel.requested')).toBe(true);
  });

  it('turns the pages of the rows', async () => {
    const stage = await reviewed();
    stage.send({ type: 'later.requested' });
    expect(stage.call('readMonitorImport').input).toEqual({
      params: { id: 4 },
      query: { show: 'refused', offset: 100 },
    });
    await stage.call('readMonitorImport').done({ ...checked, offset: 100 });
    stage.send({ type: 'earlier.requested' });
    expect(stage.call('readMonitorImport').input.query).toEqual({ show: 'refused', offset: 0 });
    await stage.call('readMonitorImport').done(checked);
    stage.send({ type: 'all.requested' });
    expect(stage.call('readMonitorImport').input.query).toEqual({ show: 'all', offset: 0 });
  });

  it('turns to no page that is not there, and to none that stands there already', async () => {
    const stage = await reviewed();
    const offers = () =>
      ['earlier', 'later', 'refused', 'all'].filter((turn) => stage.view().can.event(`${turn}.requested`));
    expect(offers()).toEqual(['later', 'all']);
    stage.send({ type: 'all.requested' });
    await stage.call('readMonitorImport').done({ ...checked, show: 'all', matching: 420, offset: 400 });
    expect(offers()).toEqual(['earlier', 'refused']);

    const allRefused = rehearse(flow);
    allRefused.submit(file);
    await allRefused.call('createUpload').done(upload);
    const counts = { ...checked.counts, add: 0 };
    await allRefused.call('checkMonitorImport').done({ ...checked, toWrite: 0, total: 120, counts });
    allRefused.send({ type: 'all.requested' });
    expect(allRefused.state()).toBe('editing.review');
  });

  it('comes back to the file with what is wrong about it', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    await stage.call('createUpload').done(upload);
    await stage.call('checkMonitorImport').refuse('invalid_input', { fields: { '/file': 'There are no monitors.' } });
    expect(stage.view()).toMatchObject({
      screen: 'file',
      data: file,
      refusal: { fields: { '/file': 'There are no monitors.' } },
    });
  });
});
