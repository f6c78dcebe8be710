import { freePort, programOf, startPeer, type Peer } from './peer.ts';

export const dnsmasq = programOf('dnsmasq');

const records = [
  '--host-record=www.example.test,192.0.2.80,2001:db8::80',
  '--mx-host=example.test,mail.example.test,10',
  '--txt-record=example.test,v=spf1 mx -all',
  '--srv-host=_sip._tcp.example.test,sip.example.test,5060,1,2',
  '--cname=alias.example.test,www.example.test',
  '--caa-record=example.test,0,issue,ca.example.test',
  '--ptr-record=7.2.0.192.in-addr.arpa,gateway.example.test',
  // NS ns.example.test
  '--dns-rr=example.test,2,02:6e:73:07:65:78:61:6d:70:6c:65:04:74:65:73:74:00',
];
/** Debian's dnsmasq, which knows `example.test` and nothing else. */
export async function startDnsmasq(): Promise<Peer & { server: string }> {
  const port = await freePort();
  const quiet = [
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    '--conf-file=/dev/null',
    '--pid-file',
    '--user=root',
  ];
  const listen = ['--listen-address=127.0.0.1', '--bind-interfaces', `--port=${port}`, '--local=/test/'];
  const peer = await startPeer(dnsmasq ?? '', [...quiet, ...listen, ...records], [port]);
  return { ...peer, server: `127.0.0.1:${port}` };
}
