import { describe, expect, it } from 'vitest';
import { isReadableOnTheWay, readAgentSettings } from './settings.ts';

describe('the settings of the agent', () => {
  it('are read from the environment', () => {
    const settings = readAgentSettings({
      CAIRN_AGENT_SERVER: 'https://cairn.example.com/',
      CAIRN_AGENT_DATA: '/data',
      CAIRN_AGENT_TOKEN: 't'.repeat(43),
    });
    expect(settings).toMatchObject({ dataDirectory: '/data', token: 't'.repeat(43), supervised: false });
    expect(settings.server.origin).toBe('https://cairn.example.com');
  });

  it.each([
    [undefined, 'ldap://127.0.0.1:389'],
    ['ldap://dc1.corp.test', 'ldap://dc1.corp.test'],
    ['ldaps://[2001:db8::1]:3269/', 'ldaps://[2001:db8::1]:3269/'],
  ])('read the directory %s as %s', (directory, href) => {
    const server = { CAIRN_AGENT_SERVER: 'https://cairn.example.com' };
    expect(readAgentSettings({ ...server, CAIRN_AGENT_DIRECTORY: directory }).directory.href).toBe(href);
  });

  it('allow a reboot by the command that they name, and none without', () => {
    const server = { CAIRN_AGENT_SERVER: 'https://cairn.example.com' };
    expect(readAgentSettings(server).reboot).toBeUndefined();
    for (const command of ['/opt/stand-in -r +1', '"C:\\Own tools\\restart.exe" /r'])
      expect(readAgentSettings({ ...server, CAIRN_AGENT_REBOOT: command }).reboot).toBe(command);
  });

  it('allow patch settings in the directory that they name, and none without', () => {
    const server = { CAIRN_AGENT_SERVER: 'https://cairn.example.com' };
    expect(readAgentSettings(server).patches).toBeUndefined();
    expect(readAgentSettings({ ...server, CAIRN_AGENT_PATCHES: '/etc/apt/apt.conf.d' }).patches).toBe(
      '/etc/apt/apt.conf.d',
    );
  });

  it.each([
    ['CAIRN_AGENT_SERVER', {}],
    ['CAIRN_AGENT_SERVER', { CAIRN_AGENT_SERVER: 'ftp://cairn.example.com' }],
    ['CAIRN_AGENT_SERVER', { CAIRN_AGENT_SERVER: 'https://cairn.example.com/path' }],
    ['CAIRN_AGENT_TOKEN', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_TOKEN: 'short' }],
    ['CAIRN_AGENT_SUPERVISED', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_SUPERVISED: 'yes' }],
    ['CAIRN_AGENT_REBOOT', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_REBOOT: 'restart now' }],
    ['CAIRN_AGENT_BACKUP_DATA', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_BACKUP_DATA: 'yes' }],
    ['CAIRN_AGENT_PATCHES', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_PATCHES: 'apt.conf.d' }],
    ['CAIRN_AGENT_DIRECTORY', { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_DIRECTORY: 'dc1' }],
    [
      'CAIRN_AGENT_DIRECTORY',
      { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_DIRECTORY: 'ldap://dc1/DC=corp' },
    ],
  ])('name %s when it is wrong', (name, environment) => {
    expect(() => readAgentSettings(environment)).toThrow(new RegExp(`^${name} must be `));
  });

  it.each([
    ['http://cairn.example.com', true],
    ['http://10.0.0.5:7420', true],
    ['http://localhost.example.com', true],
    ['https://cairn.example.com', false],
    ['http://localhost:7420', false],
    ['http://127.0.0.1:7420', false],
    ['http://[::1]:7420', false],
  ])('know whether %s travels readable (S14)', (server, readable) => {
    expect(isReadableOnTheWay(new URL(server))).toBe(readable);
  });
});
