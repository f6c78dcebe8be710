import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import manifest from '#schemas/credential/flow.json' with { type: 'json' };
import flow from './flow.ts';

const switches = { clientId: 3, name: 'Switches', credentialType: 'SNMP_V2C', community: 'public' };

it('adds a credential with the fields of its type alone', async () => {
  const stage = rehearse(flow);
  stage.submit({ ...switches, username: 'left', password: 'left', authKey: 'left over' });
  expect(stage.call('addCredential').input).toEqual({ key: `${instance}-addCredential-0`, body: switches });
  await stage.call('addCredential').done({ credential: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 } });
});

it('changes a credential without asking for the stored secret again', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  const { community, ...told } = switches;
  const stored = { ...told, communitySet: true };
  await stage.call('readCredential').done({ ...stored, id: 4, revision: 2, createdAt: '', updatedAt: '' });
  expect(stage.view()).toMatchObject({ data: stored, locked: ['/clientId', '/credentialType'] });
  expect(stage.view().data).not.toHaveProperty('community', community);
  stage.submit({ ...stored, name: 'All switches' });
  expect(stage.call('saveCredential').input).toMatchObject({
    params: { id: '4' },
    revision: 2,
    body: { ...told, name: 'All switches' },
  });
});

it('returns to the form with what the server refused', async () => {
  const stage = rehearse(flow);
  stage.submit(switches);
  await stage.call('addCredential').refuse('invalid_input', { fields: { '/name': 'Use another name' } });
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: switches,
    refusal: { fields: { '/name': 'Use another name' } },
  });
});

it('ends with the specified words (F22-11, F22-12)', () => {
  expect(manifest.ends).toEqual({ NEW: { message: 'Credential created' }, EDIT: { message: 'Credential updated' } });
});
