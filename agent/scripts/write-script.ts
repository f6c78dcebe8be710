import { chown, chmod, writeFile } from 'node:fs/promises';
import type { SentScript } from '#api/contract/agent-methods/script.ts';
import type { LocalUser } from './local-user.ts';

/** Writes the text of a script, which only the user that runs it may read. */
export async function writeScript(
  file: string,
  { text, language }: Pick<SentScript, 'text' | 'language'>,
  user: LocalUser | undefined,
): Promise<void> {
  // cmd.exe and cscript.exe read lines that end as those of Windows do.
  const lines = language === 'batchfile' || language === 'vbscript' ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  // Windows PowerShell reads a file without a mark in the code page of the system.
  await writeFile(file, language === 'powershell' ? `\uFEFF${lines}` : lines, { mode: 0o600, flag: 'wx' });
  if (user !== undefined) await chown(file, user.uid, user.gid);
}

/** Gives the folder of a run to the user that runs it, who alone may enter it. */
export async function giveTo(directory: string, user: LocalUser | undefined): Promise<void> {
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}
