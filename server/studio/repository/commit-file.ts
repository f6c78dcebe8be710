import * as fs from 'node:fs';
import git, { type TreeEntry } from 'isomorphic-git';
import { NotCommitted, openWorkTree, requireClean, writeWorkFile, type WorkTree } from './work-tree.ts';

export interface FileCommit {
  /** Relative to the folder, with `/`. */
  path: string;
  text: string;
  /** Tells one version from another: the file is not committed again for the same subject. */
  subject: string;
  body: string;
  author: { name: string; email: string };
  at: Date;
}

const committer = { name: 'Cairn', email: 'cairn@localhost' };
/** A server that was killed after its commit finds it among so many. */
const MOST_LOOKED_AT = 50;

/**
 * Writes one file of a work tree and commits it on the branch that is checked out; replies with the id of the commit. Nothing else that
 * is staged or changed there is committed or touched.
 * @throws NotCommitted
 */
export async function commitFile(folder: string, commit: FileCommit): Promise<string> {
  const tree = await openWorkTree(folder);
  const parent = await headOf(tree);
  const before = parent === undefined ? undefined : await committedBefore(tree, commit);
  if (before === undefined) await requireClean(tree.dir, commit.path, commit.text);
  const made = before ?? (await makeCommit(tree, parent, commit));
  // Only the entry of this file: what else is staged stays so.
  await git.add({ fs, dir: tree.dir, filepath: commit.path, force: true });
  return made;
}

async function headOf({ dir, branch }: WorkTree): Promise<string | undefined> {
  // A new repository has a branch without a commit.
  return git.resolveRef({ fs, dir, ref: branch }).catch(() => undefined);
}

/** The commit of the same version with the same text; another installation may have used the repository before. */
async function committedBefore(
  { dir, branch }: WorkTree,
  { subject, path, text }: FileCommit,
): Promise<string | undefined> {
  const latest = await git.log({ fs, dir, ref: branch, depth: MOST_LOOKED_AT });
  const found = latest.find(
    ({ commit: { message, committer: by } }) => by.name === committer.name && message.split('\n')[0] === subject,
  );
  if (found === undefined) return undefined;
  const { blob } = await git.readBlob({ fs, dir, oid: found.oid, filepath: path });
  return new TextDecoder().decode(blob) === text ? found.oid : undefined;
}

async function makeCommit(
  tree: WorkTree,
  parent: string | undefined,
  { path, text, subject, body, author, at }: FileCommit,
): Promise<string> {
  const { dir, branch } = tree;
  const blob = await git.writeBlob({ fs, dir, blob: new TextEncoder().encode(text) });
  const root = parent === undefined ? undefined : (await git.readCommit({ fs, dir, oid: parent })).commit.tree;
  const replaced = await withBlob(dir, root, path.split('/'), blob);
  const time = { timestamp: Math.floor(at.getTime() / 1000), timezoneOffset: 0 };
  await writeWorkFile(dir, path, text);
  const oid = await git.commit({
    fs,
    dir,
    message: body === '' ? `${subject}\n` : `${subject}\n\n${body}\n`,
    author: { ...author, ...time },
    committer: { ...committer, ...time },
    tree: replaced,
    parent: parent === undefined ? [] : [parent],
    noUpdateBranch: true,
  });
  if ((await headOf(tree)) !== parent) throw new NotCommitted('Somebody else committed meanwhile.');
  await git.writeRef({ fs, dir, ref: branch, value: oid, force: true });
  return oid;
}

/** The tree with a blob at this path, and everything else as it is. */
async function withBlob(dir: string, tree: string | undefined, path: readonly string[], blob: string): Promise<string> {
  const [name = '', ...rest] = path;
  const entries = tree === undefined ? [] : (await git.readTree({ fs, dir, oid: tree })).tree;
  const found = entries.find((entry) => entry.path === name);
  const entry: TreeEntry =
    rest.length === 0
      ? { mode: found?.type === 'blob' ? found.mode : '100644', path: name, oid: blob, type: 'blob' }
      : {
          mode: '040000',
          path: name,
          oid: await withBlob(dir, found?.type === 'tree' ? found.oid : undefined, rest, blob),
          type: 'tree',
        };
  const others = entries.filter((each) => each.path !== name);
  return git.writeTree({ fs, dir, tree: [...others, entry] });
}
