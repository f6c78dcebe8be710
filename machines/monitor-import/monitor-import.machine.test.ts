import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const file = { content: 'monitorName\nShop\n', fileName: 'shops.csv', existing: 'UPDATE' };
const checked = {
  id: 4,
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
  await stage.call('checkMonitorImport').done(checked);
  return stage;
}

describe('importing monitors', () => {
  it('sends the file to be checked and keeps nothing of what it holds', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    expect(stage.call('checkMonitorImport').input).toEqual({ key: `${instance}-checkMonitorImport-0`, body: file });
    await stage.call('checkMonitorImport').done(checked);
    expect(stage.view()).toMatchObject({ screen: 'review', can: { submit: true } });
    expect(stage.view().answers['file']).toEqual({ fileName: 'shops.csv', existing: 'UPDATE', importId: 4 });
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
    await stage.call('checkMonitorImport').done({ ...checked, toWrite: 0 });
    expect(stage.view().can).toMatchObject({ submit: false, back: true });
  });

  it('writes batch after batch, each under a key of its own, until all are written', async () => {
    const stage = await reviewed();
    stage.submit({});
    expect(stage.call('runMonitorImport').input).toEqual({ key: `${instance}-runMonitorImport-1`, params: { id: 4 } });
    await stage.call('runMonitorImport').done({ ...checked, state: 'running', written: 200 });
    expect(stage.view()).toMatchObject({
      screen: 'importing',
      words: { written: '200', toWrite: '300' },
      shown: { progress: { done: 200, total: 300 } },
    });
    expect(stage.call('runMonitorImport').input.key).toBe(`${instance}-runMonitorImport-2`);
    await stage.call('runMonitorImport').done({ ...checked, state: 'done', written: 300 });
    expect(stage.view()).toMatchObject({ screen: 'imported', over: true });
  });

  it('says how far it came when the server goes away, and goes on with the same key', async () => {
    const stage = await reviewed();
    stage.submit({});
    await stage.call('runMonitorImport').refuse('offline', { message: 'The server cannot be reached.' });
    expect(stage.view()).toMatchObject({ screen: 'interrupted', words: { reason: 'The server cannot be reached.' } });
    stage.send({ type: 'retried' });
    expect(stage.call('runMonitorImport').input.key).toBe(`${instance}-runMonitorImport-1`);
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
    const counts = { ...checked.counts, add: 0 };
    await allRefused.call('checkMonitorImport').done({ ...checked, toWrite: 0, total: 120, counts });
    allRefused.send({ type: 'all.requested' });
    expect(allRefused.state()).toBe('editing.review');
  });

  it('comes back to the file with what is wrong about it', async () => {
    const stage = rehearse(flow);
    stage.submit(file);
    await stage
      .call('checkMonitorImport')
      .refuse('invalid_input', { fields: { '/content': 'There are no monitors.' } });
    expect(stage.view()).toMatchObject({
      screen: 'file',
      data: file,
      refusal: { fields: { '/content': 'There are no monitors.' } },
    });
  });
});
