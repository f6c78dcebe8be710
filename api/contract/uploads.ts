import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Instant, OneOf, Text, Uuid } from './shapes.ts';

/** What a file is uploaded for: it decides who may, and how large the file may be. */
export const UploadPurpose = OneOf(['monitor-import', 'installer', 'large-installer', 'helper-file', 'installer-icon']);

export type UploadPurposeName = Static<typeof UploadPurpose>;

/** A file on its way to the server, visible only to whoever sends it. */
export const Upload = Type.Object({
  id: Uuid,
  purpose: UploadPurpose,
  name: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  /** Bytes that the server has. */
  received: Type.Integer(),
  expiresAt: Instant,
});

/** Where the bytes go by the tus protocol 1.0: HEAD says how many the server has, PATCH sends more. */
export const uploadPath = '/upload/:id';

/** Bytes of one PATCH. */
export const largestPiece = 8 * 1024 * 1024;

export const uploadCalls = {
  createUpload: call({
    method: 'POST',
    path: '/upload',
    summary: 'Announces a file; its bytes are sent to /upload/:id by the tus protocol 1.0 (HEAD and PATCH)',
    body: Closed({ purpose: UploadPurpose, name: Text(255), size: Type.Integer({ minimum: 0 }) }),
    reply: Upload,
    errors: [],
    permission: 'session',
    idempotent: true,
    rate: { max: 60, seconds: 60 },
  }),
  removeUpload: call({
    method: 'DELETE',
    path: uploadPath,
    summary: 'Removes an upload and what has arrived of it',
    params: Type.Object({ id: Uuid }),
    reply: Done,
    errors: [],
    permission: 'session',
  }),
};
