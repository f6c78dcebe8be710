import { largestPiece } from '#api/contract/uploads.ts';
import type { Answer, Visitor } from './visitor.ts';

export interface SentFile {
  fileName: string;
  content: string | Uint8Array;
}

const protocol = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

export const sendPiece = (who: Visitor, id: string, offset: number, bytes: Uint8Array): Promise<Answer> =>
  who.patch(`/upload/${id}`, bytes, { ...protocol, 'upload-offset': String(offset) });

/** Uploads a file for an import. Answers the refusal of its announcement, or the upload. */
export async function uploadFile(who: Visitor, { fileName, content }: SentFile): Promise<Answer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const made = await who.post('/upload', { purpose: 'monitor-import', name: fileName, size: bytes.length });
  if (made.status !== 200) return made;
  for (let at = 0; at < bytes.length; at += largestPiece) {
    const { status, body } = await sendPiece(who, String(made.body['id']), at, bytes.subarray(at, at + largestPiece));
    if (status !== 204) throw new Error(`A piece was refused: ${status} ${JSON.stringify(body)}`);
  }
  return made;
}

/** Uploads a file and checks it. Answers what the check, or the announcement of the upload, answered. */
export async function checkImport(
  who: Visitor,
  { existing = 'UPDATE', ...file }: SentFile & { existing?: string },
  headers?: Record<string, string>,
): Promise<Answer> {
  const made = await uploadFile(who, file);
  if (made.status !== 200) return made;
  return who.post('/cloudmonitor/import', { uploadId: made.body['id'], existing }, headers);
}
