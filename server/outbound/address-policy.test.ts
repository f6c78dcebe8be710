import { describe, expect, it } from 'vitest';
import { openPolicy as open, publicOnly } from '#tests/fixtures/check-context.ts';
import { parseNetworks, refusal, type TargetPolicy } from './address-policy.ts';

const nowhere = new Set<string>();
const privateNetworks: TargetPolicy = {
  use: 'monitor',
  allowOwnAddresses: false,
  networks: parseNetworks('10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7'),
};

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

  it.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::1'])(
    'refuses loopback %s unless the server’s own addresses are allowed, and names that setting (S12)',
    (address) => {
      expect(refusal(address, privateNetworks, nowhere)).toContain('“Allow this server’s own addresses”');
      expect(refusal(address, { ...privateNetworks, networks: open.networks }, nowhere)).toBeTypeOf('string');
      expect(refusal(address, { ...publicOnly, allowOwnAddresses: true }, nowhere)).toBeUndefined();
    },
  );

  it.each(['10.1.2.3', '203.0.113.9', '8.8.8.8', '2606:4700::5', 'fd12::5', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'refuses %s where an interface of this server has it (S12)',
    (address) => {
      const own = new Set(['10.1.2.3', '203.0.113.9', '8.8.8.8', '2606:4700:0:0:0:0:0:5', 'fd12:0:0:0:0:0:0:5']);
      expect(refusal(address, privateNetworks, own)).toContain('“Allow this server’s own addresses”');
      expect(refusal(address, { ...privateNetworks, allowOwnAddresses: true }, own)).toBeUndefined();
    },
  );

  it.each(['10.1.2.3', '172.31.255.1', '192.168.1.1', 'fd12:3456::1', '::ffff:10.0.0.1'])(
    'lets %s be reached only where its network is in the allowlist, which a refusal names (S12)',
    (address) => {
      expect(refusal(address, privateNetworks, nowhere)).toBeUndefined();
      expect(refusal(address, publicOnly, nowhere)).toContain('“Networks that monitors may reach”');
      expect(refusal(address, { ...publicOnly, use: 'delivery' }, nowhere)).toContain(
        '“Networks that deliveries may reach”',
      );
      expect(refusal(address, { ...publicOnly, networks: parseNetworks('10.9.0.0/16') }, nowhere)).toBeTypeOf('string');
    },
  );

  it.each(['100.64.0.1', '198.18.0.1', '240.0.0.1', '192.0.2.1'])(
    'refuses the special address %s unless listed (S12)',
    (address) => {
      expect(refusal(address, privateNetworks, nowhere)).toBeTypeOf('string');
      expect(refusal(address, open, nowhere)).toBeUndefined();
    },
  );

  it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'])(
    'lets public %s be reached always',
    (address) => {
      expect(refusal(address, open)).toBeUndefined();
      expect(refusal(address, publicOnly)).toBeUndefined();
    },
  );

  it('judges a Teredo address by the address turned over at its end', () => {
    // 169.254.169.254 with every bit inverted.
    expect(refusal('2001:0:1234:5678:0:0:5601:5601', open)).toBeTypeOf('string');
  });
});
