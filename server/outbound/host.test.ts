import { describe, expect, it } from 'vitest';
import { parseHost } from './host.ts';

describe('parseHost', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0xa9fea9fe', '169.254.169.254'],
    ['[::1]', '::1'],
    ['::ffff:7f00:1', '::ffff:7f00:1'],
    ['::FFFF:127.0.0.1', '::ffff:7f00:1'],
  ])('reads %s as the address %s', (text, address) => {
    expect(parseHost(text)).toEqual({ name: address, address });
  });

  it.each([
    ['Server.Example.COM', 'server.example.com'],
    ['my_host', 'my_host'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['example.com.', 'example.com.'],
  ])('reads %s as the name %s', (text, name) => {
    expect(parseHost(text)).toEqual({ name, address: undefined });
  });

  it.each([
    '',
    ' ',
    '-oProxyCommand=x',
    '--help',
    '-f/etc/passwd',
    'a b',
    'a;reboot',
    '$(id)',
    'a\nb',
    'host/path',
    'host:80',
    'user@host',
    'a..b',
    '-a.example',
    'a-.example',
    '999.1.1.1',
    'fe80::1%eth0',
    `${'a'.repeat(64)}.example`,
    `${'abcdefgh.'.repeat(40)}example`,
  ])('refuses %j', (text) => {
    expect(() => parseHost(text)).toThrow(expect.objectContaining({ code: 'invalid_target' }));
  });
});
