import { fetchedPart } from '../fetched-part.tsx';

/** Few screens have help when signing in, most have elsewhere. */
export const HelpPanel = fetchedPart(async () => (await import('./help-panel.tsx')).HelpPanel);
