import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const details = { name: 'Northwind', description: 'Call Ada first.' };
const locations = { locations: [{ name: 'Rotterdam' }, { name: 'Delft', address: 'Canal 1' }] };

function atConfirm() {
  const stage = rehearse(flow);
  stage.submit(details);
  stage.submit(locations);
  return stage;
}

describe('adding an organization', () => {
  it('begins its locations with a main office', () => {
    const stage = rehearse(flow);
    stage.submit(details);
    expect(stage.view().data).toEqual({ locations: [{ name: 'Main office' }] });
  });

  it('saves it with its locations and answers with what was saved', async () => {
    const stage = atConfirm();
    stage.submit();
    expect(stage.call('addOrganization').input).toEqual({
      key: `${instance}-addOrganization-0`,
      body: { ...details, ...locations },
    });
    await stage.call('addOrganization').done({ resultCode: 'SUCCESS', client: { id: 9 } });
    expect(stage.output()).toEqual({ outcome: 'finished', reply: { id: 9 }, words: { name: 'Northwind' } });
  });

  it.each([
    ['organization_name_in_use', 'details', '/name'],
    ['location_name_in_use', 'locations', '/locations'],
  ])('returns for %s to %s and says it at %s', async (code, screen, field) => {
    const stage = atConfirm();
    stage.submit();
    await stage.call('addOrganization').refuse(code, { message: 'It exists.' });
    expect(stage.view()).toMatchObject({
      screen,
      refusal: { code, fields: { [field]: 'It exists.' } },
      answers: { details, locations },
    });
  });
});

describe('editing an organization', () => {
  const stored = {
    id: 7,
    name: 'Northwind',
    description: '',
    locations: [{ id: 1, clientId: 7, name: 'Rotterdam', address: '', country: 'NL', description: '' }],
    createdAt: '',
    updatedAt: '',
  };

  it('keeps the ids of its locations, so that they stay the same', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readOrganization').done(stored);
    expect(stage.view().data).toEqual({ name: 'Northwind' });
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    stage.submit();
    expect(stage.call('saveOrganization').input).toMatchObject({
      params: { id: '7' },
      body: { name: 'Northwind', locations: [{ id: 1, name: 'Rotterdam', country: 'NL' }] },
    });
  });

  it('sends what was emptied as empty, so that it does not stay as it was', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readOrganization').done({ ...stored, description: 'Old' });
    stage.submit({ name: 'Northwind' });
    stage.submit({ locations: [{ id: 1, name: 'Rotterdam' }] });
    stage.submit();
    expect(stage.call('saveOrganization').input.body).toEqual({
      name: 'Northwind',
      description: '',
      timeZoneId: '_Division',
      locations: [{ id: 1, name: 'Rotterdam', address: '', country: '', description: '' }],
    });
  });

  it('returns to the locations when one of them still has devices', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readOrganization').done(stored);
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    stage.submit();
    await stage.call('saveOrganization').refuse('organization_has_devices');
    expect(stage.state()).toBe('editing.locations');
  });
});
