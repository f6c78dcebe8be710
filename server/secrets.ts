import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets at rest: AES-256-GCM with the key file of the data directory. */
export interface Secrets {
  seal(text: string): string;
  /** Throws when the text was sealed with another key, or altered. */
  open(sealed: string): string;
  /** The same for bytes. */
  sealBytes(bytes: Uint8Array): Buffer;
  openBytes(sealed: Uint8Array): Buffer;
  /** A key of 32 bytes for one purpose: whoever learns it learns neither the key it comes from nor another purpose's. */
  derive(purpose: string): Buffer;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** With the given key (base64), else that of `<dataDirectory>/secret.key`, which is made (mode 0600) the first time. */
export function createSecrets(dataDirectory: string, givenKey?: string): Secrets {
  const key = givenKey === undefined ? readOrMakeKey(dataDirectory) : Buffer.from(givenKey, 'base64');
  const sealBytes = (bytes: Uint8Array): Buffer => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
  };
  const openBytes = (sealed: Uint8Array): Buffer => {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  };
  return {
    sealBytes,
    openBytes,
    seal: (text) => VERSION + sealBytes(Buffer.from(text, 'utf8')).toString('base64url'),
    open(sealed) {
      if (!sealed.startsWith(VERSION)) throw new Error('A stored secret has an unknown form');
      return openBytes(Buffer.from(sealed.slice(VERSION.length), 'base64url')).toString('utf8');
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)),
  };
}

function readOrMakeKey(dataDirectory: string): Buffer {
  const path = keyFile(dataDirectory);
  const stored = readKey(path);
  if (stored) return stored;
  mkdirSync(dataDirectory, { recursive: true });
  // Written aside and linked: another process sees the whole key or none, and the first one wins.
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(aside, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  const key = readKey(path);
  if (!key) throw new Error(`The key file ${path} could not be made`);
  return key;
}

/** The key itself, for a backup. @throws when there is none */
export function readSecretKey(dataDirectory: string, givenKey?: string): Buffer {
  const key = givenKey === undefined ? readKey(keyFile(dataDirectory)) : Buffer.from(givenKey, 'base64');
  if (!key) throw new Error(`There is no key in ${dataDirectory}`);
  return key;
}

/** Puts the key of a backup into a data directory; false where another one stands there. */
export function writeSecretKey(dataDirectory: string, key: Buffer): boolean {
  const stored = readKey(keyFile(dataDirectory));
  if (stored) return stored.equals(key);
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(keyFile(dataDirectory), `${key.toString('base64')}\n`, { mode: 0o600, flush: true, flag: 'wx' });
  return true;
}

function keyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secret.key');
}

function readKey(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`The key file ${path} does not hold a key of ${KEY_BYTES} bytes`);
  return key;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
