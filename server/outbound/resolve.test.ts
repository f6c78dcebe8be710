import { describe, expect, it } from 'vitest';
import { openPolicy, publicOnly } from '#tests/fixtures/check-context.ts';
import { parseHost } from './host.ts';
import { parseHosts, resolveTarget } from './resolve.ts';

describe('the hosts file', () => {
  it('gives each name its addresses, IPv4 first, without comments and nonsense', () => {
    const names = parseHosts(
      '::1 both Server.Local\n10.0.0.1 both # not.a.name\n# 10.0.0.2 commented\nnonsense here\n10.0.0.3\n',
    );
    expect([...names]).toEqual([
      ['both', ['10.0.0.1', '::1']],
      ['server.local', ['::1']],
    ]);
  });
});

describe('resolving a target', () => {
  const open = openPolicy;

  it('takes an address as it is and asks nobody', async () => {
    expect(await resolveTarget(parseHost('2130706433'), open, 1000)).toEqual(['127.0.0.1']);
  });

  it('knows this computer by its names', async () => {
    expect(await resolveTarget(parseHost('localhost'), open, 1000)).toEqual(['127.0.0.1', '::1']);
    expect(await resolveTarget(parseHost('a.b.localhost.'), open, 1000)).toEqual(['127.0.0.1', '::1']);
  });

  it('refuses a name when one of its addresses is refused', async () => {
    await expect(resolveTarget(parseHost('localhost'), publicOnly, 1000)).rejects.toMatchObject({
      code: 'address_refused',
    });
  });

  it('gives up in time', async () => {
    const startedAt = performance.now();
    await expect(resolveTarget(parseHost('no-such-host.invalid'), open, 500)).rejects.toMatchObject({
      code: 'dns_failed',
    });
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});
