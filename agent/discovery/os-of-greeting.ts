/** Operating systems by their pattern in an SSH greeting (RFC 4253 §4.2), the most specific first. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/ubuntu/i, 'Ubuntu'],
  [/raspbian/i, 'Raspberry Pi OS'],
  [/debian/i, 'Debian'],
  [/freebsd/i, 'FreeBSD'],
  [/for_windows/i, 'Windows'],
  [/-rosssh/i, 'MikroTik RouterOS'],
  [/-cisco/i, 'Cisco IOS'],
  [/-huawei/i, 'Huawei VRP'],
  [/-comware/i, 'HPE Comware'],
  [/-arubaos/i, 'ArubaOS'],
  [/-fortissh/i, 'FortiOS'],
  [/-mpssh|-ilo/i, 'HPE iLO'],
  [/-dropbear/i, 'Embedded Linux'],
];

export function osOfGreeting(greeting: string): string {
  return systems.find(([pattern]) => pattern.test(greeting))?.[1] ?? '';
}
