import type { credentialPlainFields, credentialSecretFields, CredentialType } from '#api/contract/credentials.ts';
import type { Secrets } from '../secrets.ts';

type PlainName = keyof typeof credentialPlainFields;
type SecretName = keyof typeof credentialSecretFields;
type Given = Readonly<Partial<Record<PlainName | SecretName, string | undefined>>>;

interface Asked {
  plain: readonly PlainName[];
  secrets: readonly SecretName[];
}

const login: Asked = { plain: ['username'], secrets: ['password'] };
const community: Asked = { plain: [], secrets: ['community'] };

/** What a credential of each type asks; of SNMP_V3, what its security needs. */
function askedOf(type: CredentialType, { security }: Pick<Given, 'security'>): Asked {
  switch (type) {
    case 'BASIC':
    case 'TELNET_SSH':
      return login;
    case 'SNMP_V1':
    case 'SNMP_V2C':
      return community;
    case 'SNMP_V3': {
      const signs = security !== 'NO_AUTH';
      const encrypts = security !== 'NO_AUTH' && security !== 'AUTH';
      return {
        plain: [
          'username',
          'security',
          ...(signs ? (['authProtocol'] as const) : []),
          ...(encrypts ? (['privProtocol'] as const) : []),
        ],
        secrets: [...(signs ? (['authKey'] as const) : []), ...(encrypts ? (['privKey'] as const) : [])],
      };
    }
    default:
      return unreachable(type);
  }
}

/** The plain fields of the type alone, of what was given. */
export function plainOf(type: CredentialType, given: Given): Record<string, string> {
  return pick(askedOf(type, given).plain, (name) => given[name]?.trim());
}

/** The secrets of the type that were given, as they were typed. */
export function givenSecrets(type: CredentialType, given: Given): Record<string, string> {
  return pick(askedOf(type, given).secrets, (name) => given[name] || undefined);
}

/** The sealed secrets of the type: those that were given, and stored ones where none was. */
export function sealedSecrets(
  type: CredentialType,
  given: Given,
  { seal }: Pick<Secrets, 'seal'>,
  stored: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return pick(askedOf(type, given).secrets, (name) => (given[name] ? seal(given[name]) : stored[name]));
}

/** `communitySet` and the like, for each secret that the type asks. */
export function setFlags(
  type: CredentialType,
  given: Given,
  secrets: Readonly<Record<string, string>>,
): Record<string, boolean> {
  return Object.fromEntries(askedOf(type, given).secrets.map((name) => [`${name}Set`, secrets[name] !== undefined]));
}

function pick<Name extends string>(
  names: readonly Name[],
  valueOf: (name: Name) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function unreachable(type: never): never {
  throw new Error(`there is no credential type ${String(type)}`);
}
