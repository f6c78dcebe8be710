import { and, asc, eq, inArray } from 'drizzle-orm';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import type { AttachmentRow } from '../attachments/attachments.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import { requireFields } from '../require-fields.ts';
import type { UploadRow } from '../uploads/uploads.ts';
import type { InstallInput } from './check-installer.ts';
import { keepUpload, takeUpload } from './take-upload.ts';

const isHelper = eq(attachment.role, 'HELPER');
/** Names of the working folder that the agent itself writes. */
const TAKEN = /^(?:installer|cairn-before|cairn-after)(?:\.|$)/;

interface TakenHelpers {
  kept: AttachmentRow[];
  added: { chosen: string; upload: UploadRow }[];
  /** Whether the automation has other files than before. */
  changed: boolean;
}

/** The helper files of an automation, in the order of their names. */
export function helpersOf(db: Queries, scriptId: number): Promise<AttachmentRow[]> {
  return db
    .select()
    .from(attachment)
    .where(and(eq(attachment.scriptId, scriptId), isHelper))
    .orderBy(asc(attachment.name));
}

/**
 * The files that the request names: those that the automation has, and complete uploads of the caller's (F05-28).
 * @throws Refused `invalid_input`, `upload_incomplete`
 */
export async function takeHelpers(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { helperFiles = [], helperUploads = [] }: Pick<InstallInput, 'helperFiles' | 'helperUploads'>,
  stored: readonly AttachmentRow[],
): Promise<TakenHelpers> {
  requireFields({ '/helperFiles': nameWords(helperFiles) });
  const kept = stored.filter(({ chosen }) => helperFiles.includes(chosen));
  const fresh = helperFiles.filter((chosen) => !kept.some((row) => row.chosen === chosen));
  const added: TakenHelpers['added'] = [];
  for (const chosen of fresh) {
    const id = helperUploads.findLast(({ file }) => file === chosen)?.uploadId;
    added.push({
      chosen,
      upload: await takeUpload(context, { field: '/helperFiles', purpose: 'helper-file', chosen }, id),
    });
  }
  return { kept, added, changed: added.length > 0 || kept.length < stored.length };
}

/** Keeps these files and lets go of the others. What was uploaded is processed by the job. */
export async function keepHelpers(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  scriptId: number,
  stored: readonly AttachmentRow[],
  { kept, added }: TakenHelpers,
): Promise<void> {
  const gone = stored.filter((row) => !kept.includes(row)).map(({ id }) => id);
  if (gone.length > 0) await context.db.delete(attachment).where(inArray(attachment.id, gone));
  for (const each of added) await keepUpload(context, scriptId, { role: 'HELPER', ...each });
}

/** Each is a file of its own in the folder of the installer. */
function nameWords(helperFiles: readonly string[]): string | undefined {
  const names = helperFiles.map((chosen) => readChosenFile(chosen)?.name.toLowerCase() ?? '');
  const taken = names.find((name) => TAKEN.test(name));
  if (taken !== undefined) return `The agent uses the name ${taken} itself: rename the file`;
  const wrong = names.find((name) => !isFileName(name));
  if (wrong !== undefined) return `${wrong} is no name that a file has on every system`;
  return new Set(names).size < names.length ? 'Two files have the same name' : undefined;
}

function isFileName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- no system has them in names
  return name.trim() === name && !/[\\/:*?"<>|\u0000-\u001f]|^\.{1,2}$|\.$/.test(name) && name !== '';
}
