import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  sysadmin: false,
  enabled: true,
  alertEmail: true,
  userInactivityTimeout: 240,
};
const { alertEmail: _, ...told } = person;

describe('adding a technician', () => {
  it('turns the chosen permissions into grants, everywhere and for one organization', () => {
    const stage = rehearse(flow);
    stage.submit(person);
    stage.submit({
      ORGANIZATION: ['ORGANIZATION:View'],
      NODE: [],
      ticketCrud: ['READ'],
      byOrganization: [{ clientId: 5, permission: 'NODE:View' }],
    });
    stage.submit();
    expect(stage.call('addUser').input.body).toEqual({
      ...told,
      userType: 'TECHNICIAN',
      content: { notification: { email: true }, permissions: { ticketCrud: ['READ'] } },
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
    expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 3 }, told: true });
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
    const content = { userInactivityTimeout: 30, notification: { email: false } };
    await stage.call('readUser').done({ ...told, id: 3, content, grants });
    expect(stage.view().data).toEqual({ ...person, alertEmail: false, userInactivityTimeout: 30 });
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    stage.submit();
    expect(stage.call('saveUser').input).toMatchObject({ params: { id: '3' }, body: { grants } });
    await stage.call('saveUser').refuse('last_sysadmin', { message: 'One must remain.' });
    expect(stage.view()).toMatchObject({ screen: 'person', refusal: { fields: { '/sysadmin': 'One must remain.' } } });
  });
});

describe('permissions of what does not exist yet', () => {
  it('are given back by an edit as they were, and are not shown (A12)', async () => {
    const grants = [
      { permission: 'ORGANIZATION:View', entityId: null },
      { permission: 'NODE:RemoteTools.CommandLine.Access', entityId: null },
      { permission: 'SYSTEM:Backup.View', entityId: null },
      { permission: 'NODE:RemoteAccess.RDP.Access', entityId: 5 },
      { permission: 'SCRIPT_CATEGORY:Scheduled.Task.View', entityId: null },
    ];
    const stage = rehearse(flow, { mode: 'EDIT', subject: '3' });
    const content = {
      permissions: { ticketCrud: ['READ'] },
      userInactivityTimeout: 30,
      notification: { email: false },
    };
    await stage.call('readUser').done({ ...told, id: 3, content, grants });
    stage.send({ type: 'step.chosen', screen: 'permissions' });
    expect(stage.view().data).toMatchObject({
      ORGANIZATION: ['ORGANIZATION:View'],
      NODE: [],
      SYSTEM: [],
      byOrganization: [],
    });
    stage.submit(stage.view().data);
    stage.submit();
    expect(stage.call('saveUser').input).toMatchObject({
      body: { grants, content: { permissions: { ticketCrud: ['READ'] } } },
    });
  });
});

describe('copying a technician', () => {
  const grants = [
    { permission: 'ORGANIZATION:View', entityId: null },
    { permission: 'NODE:View', entityId: 5 },
    { permission: 'POLICY:View', entityId: 8 },
  ];
  const content = {
    permissions: { ticketCrud: ['READ', 'UPDATE'] },
    runOnlyScriptCategories: [4],
    userInactivityTimeout: 30,
    notification: { email: false },
  };
  const stored = { ...told, id: 3, enabled: false, content, grants };

  it('begins a new one with the rights of another, and nothing of who it is (C16-03)', async () => {
    const stage = rehearse(flow, { copyOf: '3' });
    expect(stage.call('readUser').input).toEqual({ params: { id: '3' } });
    await stage.call('readUser').done(stored);
    expect(stage.view()).toMatchObject({ mode: 'NEW', screen: 'person' });
    expect(stage.view().data).toEqual({ sysadmin: false, enabled: true, alertEmail: false, userInactivityTimeout: 30 });
    expect(JSON.stringify(stage.snapshot().context)).not.toContain('Grace');

    const { sysadmin, alertEmail, userInactivityTimeout } = stage.view().data;
    const alan = { firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', enabled: true };
    stage.submit({ ...alan, sysadmin, alertEmail, userInactivityTimeout });
    stage.submit(stage.view().data);
    stage.submit();
    expect(stage.call('addUser').input.body).toEqual({
      ...alan,
      sysadmin: false,
      userInactivityTimeout: 30,
      userType: 'TECHNICIAN',
      content: {
        permissions: { ticketCrud: ['READ', 'UPDATE'] },
        runOnlyScriptCategories: [4],
        notification: { email: false },
      },
      grants,
    });
  });

  it('reads the same one again when reading failed', async () => {
    const stage = rehearse(flow, { copyOf: '3' });
    await stage.call('readUser').refuse('offline');
    expect(stage.view().screen).toBe('load-failed');
    stage.send({ type: 'retried' });
    expect(stage.call('readUser').input).toEqual({ params: { id: '3' } });
  });
});
