import { describe, expect, it } from 'vitest';
import { mostErased } from '#api/contract/backup-names.ts';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const plan = { name: 'Acme', verdict: 'POSSIBLE', lines: [], warnings: [], blockers: [] };
const ids = (count: number) => `devices:${Array.from({ length: count }, (_, index) => index + 1).join()}`;
const backups = { deviceCount: 1, files: 2, bytes: 10, devices: [] };

async function chosen(subject = 'devices:7') {
  const stage = rehearse(flow, { subject });
  await stage.call(subject.startsWith('devices') ? 'planDeviceDeletion' : 'planOrganizationDeletion').done(plan);
  await stage.call('checkBackupData').done(backups);
  stage.send({ type: 'erase.requested' });
  return stage;
}

describe('a deletion', () => {
  it('looks at the backup data of up to 100 devices and no more', async () => {
    const few = rehearse(flow, { subject: ids(mostErased) });
    await few.call('planDeviceDeletion').done(plan);
    expect(few.call('checkBackupData').input.query).toEqual({ nodeId: ids(mostErased).slice('devices:'.length) });
    const many = rehearse(flow, { subject: ids(mostErased + 1) });
    await many.call('planDeviceDeletion').done(plan);
    expect(many.view().screen).toBe('plan');
  });

  it('takes the backup data along only once the name was typed (F10-03)', async () => {
    const stage = await chosen();
    stage.submit({ confirmation: 'acme' });
    expect(stage.view()).toMatchObject({ screen: 'confirm', refusal: { fields: { '/confirmation': 'Type Acme' } } });
    stage.submit({ confirmation: ' Acme ' });
    expect(stage.view().screen).toBe('erasing');
    expect(stage.call('removeDevicesWithBackupData').input.body).toEqual({ nodeIds: [7] });
  });

  it('of an organization sends its id (F10-16), and says what was kept', async () => {
    const stage = await chosen('3');
    stage.submit({ confirmation: 'Acme' });
    const call = stage.call('removeOrganizationWithBackupData');
    expect(call.input.params).toEqual({ id: '3' });
    await call.refuse('backup_data_kept', { message: '“web-1”: The device is offline.' });
    expect(stage.view()).toMatchObject({ screen: 'kept', words: { reason: '“web-1”: The device is offline.' } });
    stage.send({ type: 'confirmed' });
    expect(stage.call('removeOrganization').input.params).toEqual({ id: '3' });
  });
});
