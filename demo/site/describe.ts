import { login as esxiLogin } from '#tests/peers/vsphere-peer.ts';
import { demoBlock, devices, silentAddresses } from '../network/devices.ts';
import { addresses, domainRoot, webAddress } from '../servers/addresses.ts';
import { domainLogin } from '../servers/customer.ts';
import { administrator, technician } from './set-up.ts';

/** What a person can try. */
export function describeDemo(url: string, password: string): string {
  const count = devices.filter(({ speaks }) => speaks === 'community').length;
  return `
The demo is ready: ${url}/

  Administrator   ${administrator.email}
  Technician      ${technician.email}
  Password        ${password}  (of both)

What to try, in the organization “Northwind Traders”:

  Add → Add NMS device                   Targets ${demoBlock}, ${silentAddresses[0] ?? ''}
                                         Credential “SNMP community”, which ${count} devices answer, and “SNMP v3”, which one answers;
                                         “Servers” signs in by SSH.
  Add → Add VM host                      VMware ESXi at ${addresses.esxi.host}, port ${addresses.esxi.port}, credential “vSphere host” (${esxiLogin.username})
  Add → Discover Active Directory        ${domainRoot}, credential “Domain administrator” (${domainLogin.username})
  Cloud monitors                         ${webAddress}/shop fails at 20 to 24 minutes past each hour, mail at 40, names at 50

Ctrl+C ends the demo and keeps its data. npm run demo -- --fresh starts anew.
`;
}
