import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  sysadmin: false,
  enabled: true,
  userInactivityTimeout: 240,
};

describe('adding a technician', () => {
  it('turns the chosen permissions into grants, everywhere and for one organization', () => {
    const stage = rehearse(flow);
    stage.submit(person);
    stage.submit({
      ORGANIZATION: ['ORGANIZATION:View'],
      NODE: [],
      byOrganization: [{ clientId: 5, permission: 'NODE:View' }],
    });
    stage.submit();
    expect(stage.call('addUser').input.body).toEqual({
      ...person,
      userType: 'TECHNICIAN',
      grants: [
        { permission: 'ORGANIZATION:View', entityId: null },
        { permission: 'NODE:View', entityId: 5 },
      ],
    });
  });

  it('asks a system administrator for no permissions', () => {
    const stage = rehearse(flow);
    stage.submit({ ...person, sysadmin: true });
    expect(stage.view()).toMatchObject({ screen: 'confirm', total: 2 });
    stage.send({ type: 'back' });
    expect(stage.state()).toBe('editing.person');
  });

  it('shows the activation link once', async () => {
    const stage = rehearse(flow);
    stage.submit({ ...person, sysadmin: true });
    stage.submit();
    await stage
      .call('addUser')
      .done({ appuser: { id: 3 }, activationLink: 'https://cairn.example/#/activate?token=x' });
    expect(stage.view()).toMatchObject({
      screen: 'added',
      words: { name: 'Grace Hopper' },
      shown: { activationLink: 'https://cairn.example/#/activate?token=x' },
    });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toEqual({ outcome: 'finished', reply: { id: 3 } });
  });

  it('returns to the email when another user has it (C16-10)', async () => {
    const stage = rehearse(flow);
    stage.submit({ ...person, sysadmin: true });
    stage.submit();
    await stage.call('addUser').refuse('EMAIL_ALREADY_IN_USE', { message: 'Another user has this email address.' });
    expect(stage.view()).toMatchObject({
      screen: 'person',
      refusal: { fields: { '/email': 'Another user has this email address.' } },
    });
  });
});

describe('editing a technician', () => {
  it('gives back every grant as it was, also those that the form does not show', async () => {
    const grants = [
      { permission: 'ORGANIZATION:View', entityId: null },
      { permission: 'NODE:View', entityId: 5 },
      { permission: 'POLICY:View', entityId: 8 },
    ];
    const stage = rehearse(flow, { mode: 'EDIT', subject: '3' });
    await stage.call('readUser').done({ ...person, id: 3, content: { userInactivityTimeout: 30 }, grants });
    expect(stage.view().data).toEqual({ ...person, userInactivityTimeout: 30 });
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    stage.submit();
    expect(stage.call('saveUser').input).toMatchObject({ params: { id: '3' }, body: { grants } });
    await stage.call('saveUser').refuse('last_sysadmin', { message: 'One must remain.' });
    expect(stage.view()).toMatchObject({ screen: 'person', refusal: { fields: { '/sysadmin': 'One must remain.' } } });
  });
});
