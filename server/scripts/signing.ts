import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { signedApplication } from '#api/contract/agent-methods/application.ts';
import { signedInstall } from '#api/contract/agent-methods/installer.ts';
import { signedBackupDeletion } from '#api/contract/agent-methods/backup-data.ts';
import { signedReboot } from '#api/contract/agent-methods/power.ts';
import { signedText } from '#api/contract/agent-methods/script.ts';
import type { Secrets } from '../secrets.ts';

type Signing = Pick<Secrets, 'derive'>;
/** PKCS #8 of an Ed25519 key (RFC 8410), up to the 32 bytes of its seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Making a key takes ten times as long as signing, and a script may go to thousands of devices at once. */
const madeKeys = new WeakMap<Signing, KeyObject>();

/** The key is derived, so every process of the installation has it, and a backup of the secret key restores it. */
function signingKey(secrets: Signing): KeyObject {
  const made = madeKeys.get(secrets) ?? makeKey(secrets);
  madeKeys.set(secrets, made);
  return made;
}

function makeKey(secrets: Signing): KeyObject {
  const seed = secrets.derive('scripts that agents run');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** What agents check scripts by: Ed25519, base64url. */
export function commandKeyOf(secrets: Signing): string {
  const { x } = createPublicKey(signingKey(secrets)).export({ format: 'jwk' });
  if (x === undefined) throw new Error('The public key has no value');
  return x;
}

/** Signs an installer for one device, as a script. */
export function signInstall(secrets: Signing, ...what: Parameters<typeof signedInstall>): string {
  return signText(secrets, signedInstall(...what));
}

/** Signs the run of an application for one device, as a script. */
export function signApplication(secrets: Signing, ...what: Parameters<typeof signedApplication>): string {
  return signText(secrets, signedApplication(...what));
}

/** Signs a script for one device, when somebody who may asks for it: a command that came into the database otherwise has no signature. */
export function signScript(secrets: Signing, ...what: Parameters<typeof signedText>): string {
  return signText(secrets, signedText(...what));
}

/** Signs a reboot of one device, when somebody who may schedules it. */
export function signReboot(secrets: Signing, ...what: Parameters<typeof signedReboot>): string {
  return signText(secrets, signedReboot(...what));
}

/** Signs the deletion of a device's backup data, when somebody who may asks for it. */
export function signBackupDeletion(secrets: Signing, ...what: Parameters<typeof signedBackupDeletion>): string {
  return signText(secrets, signedBackupDeletion(...what));
}

function signText(secrets: Signing, text: string): string {
  return sign(null, Buffer.from(text), signingKey(secrets)).toString('base64url');
}
