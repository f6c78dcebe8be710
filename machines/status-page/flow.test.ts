import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const shop = { monitorId: 4, name: 'Web shop' };
const acme = { title: 'Acme', addressType: 'UNGUESSABLE', monitors: [shop], enabled: true };

describe('adding a status page', () => {
  it('begins with an address that nobody can guess', () => {
    expect(rehearse(flow).view().data).toEqual({ addressType: 'UNGUESSABLE', enabled: true });
  });

  it('adds it and ends with what was added', async () => {
    const stage = rehearse(flow);
    stage.submit(acme);
    expect(stage.call('addStatusPage').input).toEqual({ key: `${instance}-addStatusPage-0`, body: acme });
    await stage.call('addStatusPage').done({ statusPage: { id: 4, slug: 'aZ3' } });
    expect(stage.output()).toEqual({
      outcome: 'finished',
      reply: { id: 4, slug: 'aZ3' },
      words: { title: 'Acme' },
    });
  });

  it('sends words of an address only where they are asked for', () => {
    const stage = rehearse(flow);
    stage.submit({ ...acme, addressType: 'CHOSEN', slug: 'acme' });
    expect(stage.call('addStatusPage').input).toMatchObject({ body: { addressType: 'CHOSEN', slug: 'acme' } });
    const other = rehearse(flow);
    other.submit({ ...acme, slug: 'acme' });
    expect(other.call('addStatusPage').input).toMatchObject({ body: acme });
    expect(JSON.stringify(other.call('addStatusPage').input)).not.toContain('slug');
  });

  it('comes back to the form with what the server refused', async () => {
    const stage = rehearse(flow);
    stage.submit(acme);
    const fields = { '/monitors/0/monitorId': 'Choose one of the options' };
    await stage.call('addStatusPage').refuse('invalid_input', { fields });
    expect(stage.view()).toMatchObject({ screen: 'details', data: acme, refusal: { fields } });
    stage.submit(acme);
    expect(stage.call('addStatusPage').input.key).toBe(`${instance}-addStatusPage-1`);
  });
});

it('changes a status page as it is stored, without the names that only technicians read', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  const row = { ...shop, monitorName: 'shop.example.com', clientName: 'Acme Ltd' };
  await stage
    .call('readStatusPage')
    .done({ ...acme, id: 4, slug: 'aZ3', monitors: [row], createdAt: '', updatedAt: '' });
  expect(stage.view().data).toEqual(acme);
  stage.submit({ ...acme, enabled: false });
  expect(stage.call('saveStatusPage').input).toMatchObject({ params: { id: '4' }, body: { ...acme, enabled: false } });
  await stage.call('saveStatusPage').done({ statusPage: { id: 4, slug: 'aZ3' } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', words: { title: 'Acme' } });
});
