import * as fs from 'node:fs';
import git from 'isomorphic-git';
import { longestDocument } from '#api/contract/studio.ts';
import type { ScreenPlace } from '../screen-text.ts';
import { fileIn } from './file-in.ts';
import { openWorkTree } from './work-tree.ts';

/** The text of a file, and the id of the commit that has it. */
export interface Committed {
  text: string;
  commit: string;
}

/**
 * The document of a screen in the last commit of the branch that is checked out; undefined where the folder cannot be read, and where its
 * file is missing or too long for a document. The Studio shows why a folder cannot be used with the versions that could not be committed.
 */
export async function readCommitted(folder: string, place: ScreenPlace): Promise<Committed | undefined> {
  try {
    const { dir, branch } = await openWorkTree(folder);
    const commit = await git.resolveRef({ fs, dir, ref: branch });
    const { blob } = await git.readBlob({ fs, dir, oid: commit, filepath: fileIn(place) });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(blob);
    return text.length <= longestDocument ? { text, commit } : undefined;
  } catch {
    return undefined;
  }
}
