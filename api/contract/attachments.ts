import { Type } from 'typebox';
import { Instant, OneOf, Uuid } from './shapes.ts';

/** F05-19: where the installer comes from. */
export const uploadTypes = ['FILE', 'URL'] as const;
/** F05-09: the installer itself, the helper files that a device gets with it, and the icon that people see. */
export const attachmentRoles = ['RUNNABLE', 'HELPER', 'ICON'] as const;
export type AttachmentRole = (typeof attachmentRoles)[number];
/** C12-04, and the two ends that a scan can have: a file that nobody scanned is never called clean. */
export const scanStates = ['PROCESSING', 'INFECTED', 'FAILED', 'NOT_SCANNED', 'CLEAN'] as const;
export type ScanState = (typeof scanStates)[number];
/** C12-15: states in which nobody gets the file. */
export const reviewStates = ['PROCESSING', 'INFECTED', 'FAILED'] as const satisfies readonly ScanState[];
/** How a signed address hands out the file: as a download, or as an image that a page shows (C19-06). */
export const attachmentUses = ['download', 'preview'] as const;
export type AttachmentUse = (typeof attachmentUses)[number];
/** C19-02 */
export const uploadStatuses = ['PROCESSING', 'FAILURE', 'SUSPICIOUS', 'SUCCESS'] as const;

/** C19-01: a file that the server keeps, or names by an address. */
export const Attachment = Type.Object({
  id: Uuid,
  /** SHA-256 in hexadecimal; empty until the file is processed, and for an address without one. */
  contentId: Type.String(),
  uploadType: OneOf(uploadTypes),
  /** Where the device gets the file; empty for a file of the server. */
  url: Type.String(),
  uploadStatus: OneOf(uploadStatuses),
  scan: OneOf(scanStates),
  /** What the scanner found, or why it failed. */
  scanMessage: Type.String(),
  /** `scanAttachment` may scan it: its scan failed, or nobody scanned it and nobody asked for that. */
  scannable: Type.Boolean(),
  /** Its bytes are those of an image that a page may show (C19-06). */
  preview: Type.Boolean(),
  metadata: Type.Object({
    name: Type.String(),
    mimeType: Type.String(),
    /** Bytes; 0 for an address. */
    size: Type.Integer(),
    /** With its dot, in lower case. */
    extension: Type.String(),
  }),
});

export const SignedUrl = Type.Object({
  /** A path of this server that anybody may open until it expires; an address of another one as it is. */
  signedUrl: Type.String(),
  expiresAt: Instant,
});

/** Path of a signed URL. server/http/serve-attachments.ts serves the file; no call of the catalogue does. */
export function attachmentPath(id: string, use: AttachmentUse = 'download'): string {
  return `/api/attachment/${id}/${use === 'preview' ? 'preview' : 'content'}`;
}
