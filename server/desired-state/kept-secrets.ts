import type { Secrets } from '../secrets.ts';

/** Sealed texts by the field names of the calls. */
export type Sealed = Record<string, string>;

/**
 * What is stored of the secrets of a save: a new one sealed, else the stored one; none where the settings have no use for it.
 * @param asked by field name, whether the settings use the secret, and what the request gives
 */
export function keepSecrets(
  secrets: Pick<Secrets, 'seal'>,
  stored: Sealed | undefined,
  asked: Readonly<Record<string, { used: boolean; given: string | undefined }>>,
): Sealed {
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, { used, given }]) => {
      const sealed = given === undefined ? stored?.[name] : secrets.seal(given);
      return used && sealed !== undefined ? [[name, sealed]] : [];
    }),
  );
}

export function openSecrets(secrets: Pick<Secrets, 'open'>, sealed: Sealed): Record<string, string> {
  return Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, secrets.open(text)]));
}
