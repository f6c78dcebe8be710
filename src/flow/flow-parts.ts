// What stands around a flow now and then, apart, so that the sign-in screen is usable before any of it is fetched.
import { fetchedPart } from '#screens/fetched-part.tsx';

export const FlowModal = fetchedPart(async () => (await import('./flow-modal.tsx')).FlowModal);
export const LeaveDialog = fetchedPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
export const ResumeOffer = fetchedPart(async () => (await import('./resume-offer.tsx')).ResumeOffer);
export const EditorShell = fetchedPart(async () => (await import('./editor-shell.tsx')).EditorShell);
export const DraftNote = fetchedPart(async () => (await import('./draft-note.tsx')).DraftNote);
export const DraftConflict = fetchedPart(async () => (await import('./draft-conflict.tsx')).DraftConflict);
export const OtherEditors = fetchedPart(async () => (await import('./other-editors.tsx')).OtherEditors);
