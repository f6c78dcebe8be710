import { computerEntry, ouEntry, containerEntry, type DirectoryEntry } from '#tests/peers/directory-tree.ts';
import { startDirectory } from '#tests/peers/directory-peer.ts';
import { startEsxi, type Guest } from '#tests/peers/vsphere-peer.ts';
import type { DemoNetwork } from '../network/running.ts';
import { startAll, startNetwork } from '../network/start-network.ts';
import { addresses, domainRoot } from './addresses.ts';
import { startMail } from './mail.ts';
import { startNames } from './names.ts';
import { startReceiver, startWeb } from './web.ts';

export const domainLogin = { username: 'administrator@northwind.example', password: 'Passw0rd.Northwind' };

const server2022 = { operatingSystem: 'Windows Server 2022 Standard', operatingSystemVersion: '10.0 (20348)' };

const computers = (prefix: string, count: number, path: string, more: DirectoryEntry['attributes'] = {}) =>
  Array.from({ length: count }, (_, index) => {
    const name = `${prefix}-${String(index + 1).padStart(2, '0')}`;
    return computerEntry(`CN=${name},${path}`, {
      objectCategory: `CN=Computer,CN=Schema,CN=Configuration,${domainRoot}`,
      dNSHostName: `${name.toLowerCase()}.northwind.example`,
      ...more,
    });
  });

/** Offices with their laptops and desktops, and the servers. */
const tree: readonly DirectoryEntry[] = [
  { dn: domainRoot, attributes: { objectClass: ['top', 'domain', 'domainDNS'], name: 'northwind' } },
  containerEntry(`CN=Users,${domainRoot}`),
  containerEntry(`CN=Computers,${domainRoot}`),
  ouEntry(`OU=Servers,${domainRoot}`),
  ...computers('SRV', 6, `OU=Servers,${domainRoot}`, server2022),
  ...['Rotterdam', 'Delft'].flatMap((office) => [
    ouEntry(`OU=${office},${domainRoot}`),
    ouEntry(`OU=Laptops,OU=${office},${domainRoot}`),
    ouEntry(`OU=Desktops,OU=${office},${domainRoot}`),
    ...computers(`${office.slice(0, 3).toUpperCase()}-L`, 12, `OU=Laptops,OU=${office},${domainRoot}`),
    ...computers(`${office.slice(0, 3).toUpperCase()}-D`, 8, `OU=Desktops,OU=${office},${domainRoot}`),
  ]),
];

const guests: readonly Guest[] = ['dc1', 'files', 'mail', 'shop', 'erp', 'erp-test', 'backup', 'print'].map(
  (name, index) => ({
    id: String(index + 1),
    name,
    ...(name === 'erp-test'
      ? { power: 'poweredOff' as const }
      : { power: 'poweredOn' as const, address: `10.20.30.${index + 11}` }),
  }),
);

/** Starts everything that the customer has. `take` gets the messages of its notification channel. @throws CannotListen */
export function startCustomer(take: (text: string) => void): Promise<DemoNetwork> {
  return startAll([
    startNetwork,
    () =>
      startDirectory({
        ...addresses.directory,
        root: domainRoot,
        entries: tree,
        users: [
          {
            names: [domainLogin.username, 'NORTHWIND\\administrator', `CN=Administrator,CN=Users,${domainRoot}`],
            password: domainLogin.password,
          },
        ],
      }),
    () => startEsxi({ guests: [...guests] }, addresses.esxi),
    () => startWeb(addresses.web),
    () => startMail(addresses.mail),
    () => startNames(addresses.names),
    () => startReceiver(addresses.receiver, take),
  ]);
}
