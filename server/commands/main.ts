import { resolve } from 'node:path';
import { readSettings } from '../settings.ts';
import { ADMIN_USAGE, administer } from './admin.ts';
import { backUp } from './backup.ts';
import { readPassphrase } from './passphrase.ts';
import { restore } from './restore.ts';
import { verifyAudit } from './verify-audit.ts';
import { CommandRefused } from './with-database.ts';
import { wordsOfFailure } from './words-of-failure.ts';

const say = (words: string) => void process.stdout.write(`${words}\n`);
const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** Answers the exit code. */
async function run(name: string | undefined, ...words: string[]): Promise<number> {
  const settings = readSettings();
  const begun = performance.now();
  if (name === 'audit:verify') {
    const { rows, intact, problem, anchors } = await verifyAudit(settings);
    say(
      intact
        ? `The audit trail is intact: ${rows} rows, ${anchors} anchors, ${seconds(begun)}.`
        : `The audit trail is BROKEN. ${String(problem)}`,
    );
    return intact ? 0 : 1;
  }
  if (name === 'admin') {
    say(await administer(settings, words));
    return 0;
  }
  const [file] = words;
  if ((name !== 'backup' && name !== 'restore') || file === undefined) {
    throw new CommandRefused(
      `Usage: npm run backup -- FILE | npm run restore -- FILE | npm run audit:verify | ${ADMIN_USAGE}`,
    );
  }
  const passphrase = await readPassphrase(process.env);
  if (name === 'backup') {
    const { rows, bytes } = await backUp(settings, resolve(file), { passphrase });
    say(`Backed up ${rows} rows to ${file} (${(bytes / 1e6).toFixed(1)} MB) in ${seconds(begun)}.`);
  } else {
    const { rows, createdAt } = await restore(settings, resolve(file), passphrase);
    say(`Restored ${rows} rows of ${createdAt} in ${seconds(begun)}. Start Cairn now.`);
  }
  return 0;
}

try {
  const [, , name, ...words] = process.argv;
  process.exitCode = await run(name, ...words);
} catch (error) {
  process.stderr.write(`${wordsOfFailure(error)}\n`);
  process.exitCode = 1;
}
