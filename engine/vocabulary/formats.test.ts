import { describe, expect, it } from 'vitest';
import { formatFunction, formatNames, formats } from './format-names.ts';

interface Fixture {
  valid: string[];
  invalid: string[];
}

const pl = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">${body}</plist>\n`;
const doctype =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';

/** Every format of the vocabulary has its line here; the first test sees to it. */
const fixtures: Record<string, Fixture> = {
  email: {
    valid: ['ann@example.com', 'a.b+c@sub.example.co.uk', "o'neil@example.org"],
    invalid: [
      '',
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'a b@example.com',
      'ann@-example.com',
      'ann@@example.com',
      `${'a'.repeat(65)}@example.com`,
      'ann@example.com\n',
    ],
  },
  'chosen-file': {
    valid: ['0 0 a', '1234 1764028800000 shops of May.csv'],
    invalid: ['', 'shops.csv', '12 shops.csv', '-1 5 shops.csv', '1 2 ', `1 2 ${'x'.repeat(256)}`],
  },
  hostname: {
    valid: ['localhost', 'srv-01', 'mail.example.com', 'example.com.', '3com.com', 'srv_01', 'a'.repeat(63)],
    invalid: [
      '',
      '.',
      '-srv',
      'srv-',
      'a..b',
      'a b',
      'exa_mple!',
      '10.0.0.1',
      '10.0.0',
      '300.1.1.1',
      'a'.repeat(64),
      'http://example.com',
      'ex/ample',
      `${'a.'.repeat(127)}a`,
    ],
  },
  ip: {
    valid: ['10.0.0.1', '255.255.255.255', '::1', 'fe80::1'],
    invalid: ['', '10.0.0', '10.0.0.256', '10.0.0.01', 'localhost', ':::', '10.0.0.1/8'],
  },
  ipv4: {
    valid: ['0.0.0.0', '192.168.1.254'],
    invalid: ['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', ' 1.2.3.4', '::1'],
  },
  ipv6: {
    valid: [
      '::',
      '::1',
      '1::',
      '2001:db8::8a2e:370:7334',
      '1:2:3:4:5:6:7:8',
      '::ffff:10.0.0.1',
      '1:2:3:4:5:6:10.0.0.1',
    ],
    invalid: [
      '',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'g::',
      '::ffff:10.0.0.256',
      '10.0.0.1',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7::8',
      ':1:2:3:4:5:6:7:8',
    ],
  },
  'hostname-or-ip': {
    valid: ['localhost', 'example.com', '10.0.0.1', '::1'],
    invalid: ['', '10.0.0.256', 'a b', 'http://example.com'],
  },
  port: { valid: ['1', '443', '65535'], invalid: ['', '0', '65536', '080', '-1', '1.5', 'http'] },
  phone: {
    valid: ['+31 (0)20 123-4567', '2025550123', '+1.202.555.0123'],
    invalid: ['', '123', 'call me', '+', '12345678901234567', '++12025550123'],
  },
  'http-url': {
    valid: [
      'http://example.com',
      'https://example.com:8443/a?b=c#d',
      'http://10.0.0.1/',
      'http://[::1]:80/',
      'https://localhost',
      'https://user@example.com/',
    ],
    invalid: [
      '',
      'example.com',
      'ftp://example.com',
      'http://',
      'http:///path',
      'http:example.com',
      'http://exa mple.com',
      'http://a..b',
      'javascript:alert(1)',
      'http://example.com:99999',
      'http://example.com\\a',
    ],
  },
  'secure-url': {
    valid: ['https://example.com/setup.msi'],
    invalid: ['', 'http://example.com', 'ftp://example.com', 'https://'],
  },
  uri: {
    valid: ['urn:isbn:0451450523', 'mailto:ann@example.com', 'https://example.com'],
    invalid: ['', 'example.com', '//example.com', 'a b:c', 'http:// x'],
  },
  uuid: {
    valid: ['123e4567-e89b-12d3-a456-426614174000'],
    invalid: [
      '',
      '123e4567e89b12d3a456426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
      'g23e4567-e89b-12d3-a456-426614174000',
    ],
  },
  date: {
    valid: ['2024-02-29', '2025-12-31'],
    invalid: ['', '2023-02-29', '2025-13-01', '2025-00-10', '2025-04-31', '25-01-01', '2025-1-1', '2025-01-01T00:00'],
  },
  time: {
    valid: ['09:30:00Z', '09:30:00+02:00', '23:59:60Z', '01:59:60+02:00'],
    // A leap second is the last one of a day in UTC.
    invalid: ['', '09:30', '24:00:00Z', '09:30:00', '23:59:60+02:00'],
  },
  'date-time': {
    valid: ['2025-01-01T09:30:00Z', '2025-01-01T09:30:00.123+02:00'],
    invalid: ['', '2025-01-01', '2025-02-30T09:30:00Z', '2025-01-01T09:30:00', '2025-01-01T25:00:00Z'],
  },
  'local-date-time': {
    valid: ['2025-01-01T09:30', '2025-01-01T09:30:15', '2025-01-01 09:30'],
    invalid: ['', '2025-01-01', '2025-01-01T09:30Z', '2025-02-30T09:30', '2025-01-01T24:00'],
  },
  'time-of-day': {
    valid: ['00:00', '09:30', '23:59'],
    invalid: ['', '24:00', '9:30', '09:60', '09:30:00', '09:30 AM'],
  },
  duration: {
    valid: ['P1D', 'PT5M', 'P1Y2M3DT4H5M6S', 'P2W'],
    invalid: ['', 'P', 'PT', '5M', 'P1DT', 'P1W2D', 'P1234567890D'],
  },
  country: { valid: ['NL', 'US', 'AX'], invalid: ['', 'nl', 'NLD', 'ZZ'] },
  'time-zone': { valid: ['Europe/Amsterdam', 'UTC', 'America/New_York'], invalid: ['', 'Mars/Olympus', 'Europe'] },
  'windows-volume': { valid: ['C:', 'd:\\'], invalid: ['', 'C', 'CC:', 'C:/', 'C:\\data', '1:'] },
  'ou-path': {
    valid: [
      'OU=Servers,DC=example,DC=com',
      'ou=Head office, ou=A\\, B, dc=corp, dc=local',
      'CN=Computers,DC=example,DC=com',
    ],
    invalid: [
      '',
      'DC=example,DC=com',
      'OU=Servers',
      'OU=,DC=example',
      'OU=a,DC=b,OU=c',
      'OU=a;DC=b',
      'Servers/Head',
      'OU=a,DC=',
    ],
  },
  plist: {
    valid: [
      pl('<dict><key>A</key><string>x &amp; y</string><key>B</key><array><integer>1</integer><true/></array></dict>'),
      `<?xml version="1.0"?>${doctype}<plist><dict/></plist>`,
      pl('<!-- note --><data>QUJD</data>'),
      pl('<dict><key>D</key><date>2025-01-01T00:00:00Z</date><key>R</key><real>-1.5e3</real></dict>'),
    ],
    invalid: [
      '',
      'hello',
      '<plist>',
      '<plist></plist>',
      pl('<dict><key>A</key></dict>'),
      pl('<dict><string>A</string><key>B</key></dict>'),
      pl('<dict><key>A</key><string>x</dict></string>'),
      pl('<string>a & b</string>'),
      pl('<string>a</string><string>b</string>'),
      pl('<string><b/></string>'),
      pl('<integer>one</integer>'),
      pl('<widget/>'),
      pl('<dict>words</dict>'),
      '<!DOCTYPE plist [<!ENTITY a "b">]><plist><string>x</string></plist>',
      pl(`${'<array>'.repeat(70)}${'</array>'.repeat(70)}`),
      `${pl('<true/>')}<more/>`,
    ],
  },
  'host-and-port': {
    valid: ['dns.example.com', '192.0.2.53', '2001:db8::1', '192.0.2.53:5353', 'dns:53', '[2001:db8::1]:53'],
    invalid: ['', 'dns:', ':53', 'dns:0', 'dns:65536', '[dns]:53', '[2001:db8::1]', 'two words', 'a:b'],
  },
  'cidr-list': {
    valid: ['', '10.0.0.0/8', '10.1.2.3, fd00::/8\n192.168.0.0/16', '0.0.0.0/0', 'fe8::/16'],
    invalid: [
      '10.0.0.0/33',
      '10.0.0/8',
      'fd00::/129',
      'office',
      '127.0.0.0/8',
      '::1',
      '0:0:0:0:0:0:0:1',
      '::ffff:127.0.0.1',
      'fe80::/10',
      '169.254.0.0/16',
      '10.0.0.1-10.0.0.9',
    ],
  },
  'port-list': {
    valid: ['22', '22, 80, 8000-8010', '1-100', '65535', ' 22 ,80 '],
    invalid: ['', ',', '0', '65536', '22 80', '80-22', '1-101', 'ssh', '22,', '-22', '1-2-3', '1.5'],
  },
  'http-status-codes': {
    valid: ['404', '404, 500-599', '100-599'],
    invalid: ['', '99', '600', '5xx', '404;500', '599-500', '404,'],
  },
  regex: { valid: ['^a+$', ''], invalid: ['(', '[', '\\u{110000}'] },
  byte: { valid: ['QUJD', 'QUI=', ''], invalid: ['QUJ', 'QU=D', '@@@@'] },
  'json-pointer': { valid: ['', '/a/0/b~1c'], invalid: ['a', '/a~', '/a~2'] },
  password: { valid: ['anything'], invalid: [] },
};

describe('formats', () => {
  it('all have fixtures', () => expect(Object.keys(fixtures).sort()).toEqual(formatNames));

  it.each(formatNames)('%s', (name) => {
    const check = formats[name];
    const { valid = [], invalid = [] } = fixtures[name] ?? {};
    expect(
      valid.filter((text) => check?.(text) !== true),
      'refused though valid',
    ).toEqual([]);
    expect(
      invalid.filter((text) => check?.(text) !== false),
      'taken though invalid',
    ).toEqual([]);
  });

  it('are called in compiled screens by the function of their name', () => {
    expect(formatFunction('hostname-or-ip')).toBe('hostnameOrIp');
  });

  it.each(['email', 'http-url', 'plist', 'ou-path', 'hostname', 'ipv6', 'phone', 'uri', 'port-list'])(
    '%s judges a long hostile text at once',
    (name) => {
      const texts = ['a', 'a.', '-', ':', '<a>', '&', 'OU=a\\,', '1 ', '@a.'].map((part) => part.repeat(50_000));
      const started = performance.now();
      for (const text of texts) formats[name]?.(text);
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );
});
