import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import git from 'isomorphic-git';
import * as fs from 'node:fs';

/** Why a version cannot be committed, in words that a product owner can pass on to the operator. */
export class NotCommitted extends Error {}

/** `dir`: the folder without symbolic links; `branch`: the one that is checked out. */
export interface WorkTree {
  dir: string;
  branch: string;
}

const kindOf = (path: string) => lstat(path).catch(() => undefined);

/** @throws NotCommitted where the folder is no git work tree that the server may write to */
export async function openWorkTree(folder: string): Promise<WorkTree> {
  const dir = await realpath(folder).catch(() => {
    throw new NotCommitted(`The folder ${folder} does not exist.`);
  });
  const inside = await kindOf(join(dir, '.git'));
  if (inside === undefined && (await kindOf(join(dir, 'HEAD'))) && (await kindOf(join(dir, 'objects'))))
    throw new NotCommitted(`${folder} is a bare repository. A clone with a work tree is needed.`);
  if (inside === undefined) throw new NotCommitted(`${folder} is not a git repository.`);
  if (!inside.isDirectory()) throw new NotCommitted(`${folder}/.git is not a folder. A clone of its own is needed.`);
  if ((await git.getConfig({ fs, dir, path: 'core.bare' })) === true)
    throw new NotCommitted(`${folder} is a bare repository. A clone with a work tree is needed.`);
  for (const path of [dir, join(dir, '.git'), join(dir, '.git', 'objects')])
    await access(path, constants.W_OK).catch(() => {
      throw new NotCommitted(`The server may not write to ${path}.`);
    });
  if (await kindOf(join(dir, '.git', 'index.lock')))
    throw new NotCommitted(`Another git process is at work in ${folder}, or left .git/index.lock behind.`);
  const branch = await git.currentBranch({ fs, dir, fullname: true });
  if (!branch) throw new NotCommitted(`No branch is checked out in ${folder}.`);
  return { dir, branch };
}

/** The text of a file in the work tree; undefined without one. @throws NotCommitted on a symbolic link in its path */
async function readWorkFile(dir: string, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const part = parts.slice(0, depth).join('/');
    const found = await kindOf(join(dir, part));
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) throw new NotCommitted(`${part} is a symbolic link.`);
    const isFile = depth === parts.length;
    if (isFile ? !found.isFile() : !found.isDirectory())
      throw new NotCommitted(`${part} is not a ${isFile ? 'file' : 'folder'}.`);
  }
  return readFile(join(dir, path), 'utf8');
}

/** Puts the file in place whole: a rename replaces a symbolic link instead of following it. */
export async function writeWorkFile(dir: string, path: string, text: string): Promise<void> {
  const file = join(dir, path);
  const temporary = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new NotCommitted(`The server may not write ${path}.`, { cause: error });
  }
}

/** @throws NotCommitted where somebody changed the file, and the change is not what the server writes itself */
export async function requireClean(dir: string, path: string, text: string): Promise<void> {
  const now = await readWorkFile(dir, path);
  const [row] = await git.statusMatrix({ fs, dir, filepaths: [path], ignored: true });
  if (row === undefined) return;
  const [, head, work, stage] = row;
  // 1 in each column: as in HEAD. A server that was killed between its file and its commit left its own text.
  const isClean = work === head && stage === head;
  if (!isClean && !(now === text && (stage === head || stage === 2)))
    throw new NotCommitted(`${path} has changes that are not committed.`);
}
