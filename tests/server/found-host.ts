import type { MethodHandlers } from '#agent/methods/method.ts';

export type Discover = MethodHandlers['network.discover'];
export type Host = Parameters<Parameters<Discover>[1]['item']>[0];

/** What a probe reports of an address that answers a ping and nothing else. */
export const host = (ip: string, more: Partial<Host> = {}): Host => ({
  ip,
  mac: '',
  pingMS: 1,
  dnsName: '',
  netbiosName: '',
  ports: [],
  telnet: false,
  login: 'none',
  ssh: false,
  os: '',
  snmp: null,
  ...more,
});
