import { describe, expect, it } from 'vitest';
import computers from '#schemas/directory-discovery/computers.json?screen';
import directory from '#schemas/directory-discovery/directory.json?screen';

const said = (screen: typeof directory, data: object) =>
  Object.fromEntries(screen.validate(data).map(({ pointer, message }) => [pointer, message]));

const place = { clientId: 1, domainController: 1, directoryCredentialId: 1 };

describe('the steps of a discovery of a directory', () => {
  it('need a domain controller, a credential and an OU path (F04-24, F04-31)', () =>
    expect(said(directory, {})).toEqual({
      '/clientId': 'Required',
      '/domainController': 'Choose a domain controller',
      '/directoryCredentialId': 'Choose a credential',
      '/ouPath': 'Required',
    }));

  it.each(['corp.test/Sales', 'Sales', '=Sales', 'OU=', '  '])('refuse %j as an OU path (F04-27)', (ouPath) =>
    expect(said(directory, { ...place, ouPath })).toHaveProperty(['/ouPath']),
  );

  it.each(['DC=corp,DC=test', 'OU=R\\,D,DC=corp,DC=test', ' ou = Sales, dc=corp '])('take %j as an OU path', (ouPath) =>
    expect(said(directory, { ...place, ouPath })).toEqual({}),
  );

  it('need a new status for at least one computer (F04-34)', () => {
    const words = 'Give at least 1 new computer a status';
    const selected = { all: true, filter: {}, except: [] };
    expect(said(computers, {})).toEqual({ '/credentialId': 'Choose a credential', '/devices': words });
    expect(said(computers, { credentialId: 1, devices: { selected } })).toEqual({ '/devices': words });
    expect(said(computers, { credentialId: 1, devices: { selected, changes: [] } })).toEqual({ '/devices': words });
  });

  it('list the computers in a table of 360 pixels, with the statuses of a device (F04-10, F04-55)', () => {
    const table = computers.document.ui?.['devices'] as { 'ui:options': { height: number; selectable: string[] } };
    expect(table['ui:options']).toMatchObject({
      height: 360,
      selectable: ['NEW'],
      editable: ['newStatus', 'newLocation'],
    });
  });
});
