import { fetchedPart } from '../fetched-part.tsx';

/** Few fields have a tree, and few people open it. */
export const TreeDialog = fetchedPart(async () => (await import('./tree-dialog.tsx')).TreeDialog);
