import { describe, expect, it } from 'vitest';
import { refusal } from './address-policy.ts';

const open = { allowPrivateTargets: true };
const publicOnly = { allowPrivateTargets: false };

describe('the address policy', () => {
  it.each([
    '169.254.169.254',
    '169.254.1.1',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'not an address',
  ])('refuses %s whatever the setting', (address) => {
    expect(refusal(address, open)).toBeTypeOf('string');
    expect(refusal(address, publicOnly)).toBeTypeOf('string');
  });

  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '240.0.0.1',
  ])('lets %s be reached only where private targets are allowed', (address) => {
    expect(refusal(address, open)).toBeUndefined();
    expect(refusal(address, publicOnly)).toMatch(/private and loopback/);
  });

  it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'])(
    'lets public %s be reached always',
    (address) => {
      expect(refusal(address, open)).toBeUndefined();
      expect(refusal(address, publicOnly)).toBeUndefined();
    },
  );

  it('judges a Teredo address by the address turned over at its end', () => {
    // 169.254.169.254 with every bit turned over.
    expect(refusal('2001:0:1234:5678:0:0:5601:5601', open)).toBeTypeOf('string');
  });
});
