import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { BackupRefused } from './backup-refused.ts';

/** The installation's key, encrypted by a passphrase: scrypt makes the key of AES-256-GCM. All in base64. */
export interface SealedKey {
  salt: string;
  iv: string;
  tag: string;
  sealed: string;
  scrypt: { N: number; r: number; p: number };
}

const work = { N: 65_536, r: 8, p: 1 };
/** A file that asks for more was not made by us. */
const MOST_WORK = { N: 1_048_576, r: 16, p: 4 };
const MEMORY_BYTES = 2 ** 28;

export function sealKey(key: Buffer, passphrase: string): SealedKey {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', stretch(passphrase, salt, work), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
    scrypt: work,
  };
}

/** @throws BackupRefused for another passphrase */
export function openKey({ salt, iv, tag, sealed, scrypt }: SealedKey, passphrase: string): Buffer {
  if (scrypt.N > MOST_WORK.N || scrypt.r > MOST_WORK.r || scrypt.p > MOST_WORK.p) {
    throw new BackupRefused('The backup asks for more work to open its key than any Cairn would.');
  }
  const key = stretch(passphrase, Buffer.from(salt, 'base64'), scrypt);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()]);
  } catch (cause) {
    throw new BackupRefused('The passphrase is not the one that this backup was made with.', { cause });
  }
}

function stretch(passphrase: string, salt: Buffer, { N, r, p }: SealedKey['scrypt']): Buffer {
  return scryptSync(passphrase.normalize('NFC'), salt, 32, { N, r, p, maxmem: MEMORY_BYTES });
}
