import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER } from './access.ts';
import type { Binaries } from './binaries.ts';
import { give, type RunAs } from './run-as.ts';

interface Options {
  dataDirectory: string;
  cluster: string;
  binaries: Binaries;
  /** The rule for pg_hba.conf. */
  rule: string;
  runAs: RunAs;
}

/** Next to secret.key and readable only for the server: PostgreSQL may run as `nobody`, like other services. */
export function passwordFile(dataDirectory: string): string {
  return join(dataDirectory, 'postgres.password');
}

/**
 * Returns the password of the stopped cluster, and makes PostgreSQL require it. Sets a password on a cluster without one (new, or
 * created by a version that trusted everybody on its socket) before it listens.
 */
export function ensurePassword({ dataDirectory, cluster, binaries, rule, runAs }: Options): string {
  const file = passwordFile(dataDirectory);
  const rules = join(cluster, 'pg_hba.conf');
  const wanted = `# Cairn writes this file at each start.\n${rule}\n`;
  const isOurs = existsSync(rules) && readFileSync(rules, 'utf8').startsWith('# Cairn writes this file');
  if (!isOurs || !existsSync(file)) {
    const password = randomBytes(24).toString('hex');
    setPassword(password, { cluster, binaries, runAs });
    const aside = `${file}.unfinished`;
    rmSync(aside, { force: true });
    writeFileSync(aside, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(aside, file);
  }
  if (!isOurs || readFileSync(rules, 'utf8') !== wanted) {
    writeFileSync(rules, wanted, { mode: 0o600, flush: true });
    give(rules, runAs);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Uses PostgreSQL's single-user mode, which requires no password and does not listen. */
function setPassword(
  password: string,
  { cluster, binaries, runAs }: Pick<Options, 'cluster' | 'binaries' | 'runAs'>,
): void {
  const run = spawnSync(binaries.program('postgres'), ['--single', '-D', cluster, 'postgres'], {
    env: binaries.environment,
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    input: `alter role ${USER} password '${password}'\n`,
  });
  const words = `${run.stderr ?? ''}${run.stdout ?? ''}`;
  if (run.status !== 0 || /ERROR|FATAL/.test(words)) {
    throw new Error(`PostgreSQL could not set its password: ${run.error?.message ?? words}`);
  }
}
