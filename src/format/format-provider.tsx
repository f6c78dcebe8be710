import { useMemo, type ReactNode } from 'react';
import { FormatContext, formatIn } from '#screens/shared/format.ts';
import { useCall } from '../data/use-call.ts';
import { useMe } from '../session/session.ts';
import { localeOf } from '../words/locale.ts';
import { specialZones, zoneOf } from './zone.ts';

/** Formats dates and numbers in the signed-in user's language and time zone. */
export function FormatProvider({ children }: { children: ReactNode }): ReactNode {
  const { language, timeZoneId } = useMe();
  const division = useCall('readDivision', undefined, { enabled: timeZoneId === specialZones.division });
  const zone = zoneOf(timeZoneId, division.data?.timeZoneId);
  const format = useMemo(() => formatIn(localeOf(language), zone), [language, zone]);
  return <FormatContext value={format}>{children}</FormatContext>;
}
