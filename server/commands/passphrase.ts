import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandRefused } from './with-database.ts';

const SHORTEST = 12;

/**
 * The passphrase of a backup: CAIRN_BACKUP_PASSPHRASE, the file that CAIRN_BACKUP_PASSPHRASE_FILE names, or typed unseen.
 * @throws CommandRefused
 */
export async function readPassphrase(environment: NodeJS.ProcessEnv): Promise<string> {
  const { CAIRN_BACKUP_PASSPHRASE: given, CAIRN_BACKUP_PASSPHRASE_FILE: file } = environment;
  const passphrase = given ?? (file === undefined ? await typed() : readFileSync(file, 'utf8').replace(/\r?\n$/, ''));
  if (passphrase.length < SHORTEST) {
    throw new CommandRefused(`The passphrase must have at least ${SHORTEST} characters.`);
  }
  return passphrase;
}

async function typed(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandRefused(
      'Set CAIRN_BACKUP_PASSPHRASE or CAIRN_BACKUP_PASSPHRASE_FILE: nobody is here to type a passphrase.',
    );
  }
  process.stderr.write('Passphrase of the backup: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const line = await new Promise<string>((resolve) => lines.question('', resolve));
  lines.close();
  process.stderr.write('\n');
  return line;
}
