import type { TFunction } from 'i18next';
import type { TargetDevice } from './script.ts';

/** C12-57 */
const MOST_LABELS = 3;

/** At most three by name, then how many more. */
export function nameDevices(devices: readonly TargetDevice[], t: TFunction): string {
  const names = devices
    .slice(0, MOST_LABELS)
    .map(({ name }) => name)
    .join(', ');
  const more = devices.length - MOST_LABELS;
  return more > 0 ? t('script.namesAndMore', { names, count: more }) : names;
}
