import { createHash } from 'node:crypto';
import { parentOf } from '#api/contract/distinguished-name.ts';

/** An object of the tree; attribute names as Active Directory spells them. */
export interface DirectoryEntry {
  dn: string;
  attributes: Readonly<Record<string, string | Buffer | readonly string[]>>;
}

export interface DirectoryUser {
  /** Every name that this user may sign in with. */
  names: readonly string[];
  password: string;
  /** Active Directory's reason to refuse the right password: `532` for one that has expired. */
  refusal?: string;
}

export const directoryPassword = 'Passw0rd.Admin';
export const directoryAdmin = 'administrator@corp.test';
export const corp = 'DC=corp,DC=test';

export const directoryUsers: readonly DirectoryUser[] = [
  {
    names: [directoryAdmin, 'CORP\\administrator', `CN=Administrator,CN=Users,${corp}`],
    password: directoryPassword,
  },
];

export const ouEntry = (dn: string): DirectoryEntry => ({
  dn,
  attributes: { objectClass: ['top', 'organizationalUnit'], ou: valueOf(dn), name: valueOf(dn) },
});

export const containerEntry = (dn: string): DirectoryEntry => ({
  dn,
  attributes: { objectClass: ['top', 'container'], cn: valueOf(dn), name: valueOf(dn) },
});

/** A computer; its objectGUID is made of its path. */
export const computerEntry = (dn: string, more: DirectoryEntry['attributes'] = {}): DirectoryEntry => ({
  dn,
  attributes: {
    objectClass: ['top', 'person', 'organizationalPerson', 'user', 'computer'],
    objectCategory: `CN=Computer,CN=Schema,CN=Configuration,${corp}`,
    objectGUID: createHash('md5').update(dn).digest(),
    cn: valueOf(dn),
    name: valueOf(dn),
    sAMAccountName: `${valueOf(dn).toUpperCase()}$`,
    dNSHostName: `${valueOf(dn).toLowerCase()}.corp.test`,
    operatingSystem: 'Windows 11 Pro',
    operatingSystemVersion: '10.0 (22631)',
    ...more,
  },
});

const server2022 = { operatingSystem: 'Windows Server 2022 Standard', operatingSystemVersion: '10.0 (20348)' };

/** Five OUs and containers below the domain, and eight computers in them. */
export const corpTree: readonly DirectoryEntry[] = [
  { dn: corp, attributes: { objectClass: ['top', 'domain', 'domainDNS'], name: 'corp' } },
  ouEntry(`OU=Sales,${corp}`),
  ouEntry(`OU=Laptops,OU=Sales,${corp}`),
  ouEntry(`OU=Servers,${corp}`),
  ouEntry(`OU=Empty,${corp}`),
  containerEntry(`CN=Computers,${corp}`),
  containerEntry(`CN=Users,${corp}`),
  { dn: `CN=Administrator,CN=Users,${corp}`, attributes: { objectClass: ['top', 'person', 'user'] } },
  computerEntry(`CN=SALES-PC1,OU=Sales,${corp}`),
  computerEntry(`CN=SALES-PC2,OU=Sales,${corp}`),
  computerEntry(`CN=LAPTOP1,OU=Laptops,OU=Sales,${corp}`),
  computerEntry(`CN=Doe\\, Jane,OU=Laptops,OU=Sales,${corp}`),
  computerEntry(`CN=DC1,OU=Servers,${corp}`, server2022),
  computerEntry(`CN=FILE1,OU=Servers,${corp}`, server2022),
  computerEntry(`CN=<b>PC</b>,CN=Computers,${corp}`),
  computerEntry(`CN=KIOSK,CN=Computers,${corp}`, { operatingSystem: 'Ubuntu', operatingSystemVersion: '24.04' }),
];

/** The value of the first name of a path. */
function valueOf(dn: string): string {
  const above = parentOf(dn);
  const first = above === '' ? dn : dn.slice(0, -above.length - 1);
  return first.slice(first.indexOf('=') + 1).replaceAll(/\\(.)/g, '$1');
}
