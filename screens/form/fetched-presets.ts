import { fetchedPart } from '../fetched-part.tsx';

/** Apart, since signing in has no presets. */
export const Presets = fetchedPart(async () => (await import('./presets.tsx')).Presets);
