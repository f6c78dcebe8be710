import { describe, expect, it } from 'vitest';
import host from '#schemas/vm-host/host.json?screen';

const place = { clientId: 1, locationId: 1, delegateNodeId: 1, name: 'ESXi' };
const esxi = { ...place, type: 'ESXI', hostname: 'esxi.example', apiPort: 443, credentialId: 1 };
const said = (data: object) =>
  Object.fromEntries(host.validate(data).map(({ pointer, message }) => [pointer, message]));

describe('the form of a VM host', () => {
  it('asks for place, delegate and name in the specified words (F01-15, F01-16, F01-29)', () =>
    expect(said({ type: 'HYPERV' })).toEqual({
      '/clientId': 'Required',
      '/locationId': 'Required',
      '/delegateNodeId': 'Select a delegate',
      '/name': 'Required',
    }));

  it('asks for address, port and credential of an ESXi host alone (F01-17 … F01-19, F01-30, F01-32, F01-34)', () => {
    expect(said({ ...place, type: 'ESXI' })).toEqual({
      '/hostname': 'Enter a DNS/IP',
      '/apiPort': 'Enter an API port',
      '/credentialId': 'Enter a credential',
    });
    expect(said({ ...place, type: 'HYPERV' })).toEqual({});
    expect(said({ ...esxi, hostname: '   ' })).toEqual({ '/hostname': 'Enter a DNS/IP' });
  });

  it('takes numbers for port and credential (F01-31, F01-33)', () =>
    expect(said({ ...esxi, apiPort: 'https', credentialId: 'root' })).toEqual({
      '/apiPort': 'The API port needs to be a number',
      '/credentialId': 'Credential needs to be a number',
    }));

  it.each(['-f', 'a b', 'https://esxi.example', 'esxi.example/sdk'])('refuses %j as an address', (hostname) =>
    expect(said({ ...esxi, hostname })).toEqual({ '/hostname': 'Enter a DNS name or an IP address' }),
  );

  it.each(['esxi.example', '192.0.2.4', '2001:db8::4', ' esxi.example '])('takes %j as an address', (hostname) =>
    expect(said({ ...esxi, hostname })).toEqual({}),
  );

  it('says that a host was not added (F01-23)', () =>
    expect(host.document.failed).toBe('Error adding virtual machine host. Please try again.'));
});
