import {
  IconBuilding,
  IconDeviceDesktop,
  IconHeartRateMonitor,
  IconMapPin,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import type { matchPlaces } from './match-places.ts';
import { usePlaces, type Place } from './places.ts';
import { kindOf, resultPath, type ResultKind } from './result-path.ts';
import { useSearch } from './use-search.ts';
import type { SearchFilter } from './filter.ts';

type Item = CallReply<'quickSearch'>['exact'][number];
type Remembered = CallInput<'addRecentSearch'>['body'];

/** A line of the search that leads somewhere. */
export interface Entry {
  key: string;
  name: string;
  note: string;
  icon: Icon;
  /** Absent for an action that happens where the person is. */
  path?: string;
  place?: Place;
  /** What is remembered when it is chosen; actions are not. */
  remember?: Remembered;
}
export interface EntryGroup {
  id: 'recent' | 'actions' | 'pages' | ResultKind | 'suggested';
  entries: Entry[];
}

export const kindIcons: Record<ResultKind, Icon> = {
  devices: IconDeviceDesktop,
  monitors: IconHeartRateMonitor,
  organizations: IconBuilding,
  locations: IconMapPin,
  technicians: IconUser,
};
const kinds = Object.keys(kindIcons) as ResultKind[];

/** Of each kind in the popover; the results page has them all. */
const mostOfKind = 5;
const mostPlaces = 5;

type Shown = Pick<Item, 'id' | 'name' | 'type' | 'description' | 'details'> &
  Partial<Pick<Item, 'matchAttr' | 'matchAttrValue'>>;

/** A result as a line: what matched stands beside it where it is not the name. */
export function entryOf(item: Shown): Entry {
  const { id, name, type, description, details, matchAttr, matchAttrValue } = item;
  const isNamed = matchAttr === undefined || matchAttrValue === undefined || name.includes(matchAttrValue);
  const matched = isNamed || description.includes(matchAttrValue) ? '' : matchAttrValue;
  return {
    key: `${kindOf(item)} ${id}`,
    name,
    note: [matched, description].filter(Boolean).join(' · '),
    icon: kindIcons[kindOf(item)],
    path: resultPath(item),
    remember: { id, name, type, description, details },
  };
}

function entryOfPlace(place: Place): Entry {
  const { id, kind, path, name, category, icon } = place;
  return {
    key: `${kind} ${id}`,
    name,
    note: kind === 'page' ? category : '',
    icon,
    ...(path !== undefined && { path }),
    place,
    ...(kind === 'page' && path !== undefined && { remember: { name, type: 'ADMINISTRATION', route: path } }),
  };
}

export interface Entries {
  groups: EntryGroup[];
  loading: boolean;
  failed: boolean;
  recentFailed: boolean;
  toleratesTypos: boolean;
}

/** Everything that the popover offers for these words: without words where the person was lately, and what they can begin. */
export function useEntries(query: string, filter: SearchFilter, open: boolean): Entries {
  const t = useWords();
  const places = usePlaces();
  const [match, setMatch] = useState<{ places: typeof matchPlaces }>();
  useEffect(() => {
    // Its code comes with the first look into the search; until then nothing is matched.
    if (open)
      import('./match-places.ts').then(({ matchPlaces: found }) => setMatch({ places: found })).catch(() => undefined);
  }, [open]);
  const empty = query.trim() === '';
  const recent = useCall('listRecentSearches', undefined, { enabled: open && empty });
  const { found, loading, failure } = useSearch(query, filter, open, 50);

  const groups: EntryGroup[] = [];
  if (empty) {
    const known = new Map(places.map((place) => [place.path, place]));
    const lately = (recent.data ?? []).flatMap((item): Entry[] => {
      if (item.type !== 'ADMINISTRATION')
        return item.id === null ? [] : [entryOf({ ...item, id: item.id, type: item.type })];
      const place = known.get(item.route ?? '');
      return place ? [entryOfPlace(place)] : [];
    });
    groups.push({ id: 'recent', entries: lately });
    groups.push({ id: 'actions', entries: places.filter(({ kind }) => kind === 'action').map(entryOfPlace) });
  } else {
    if (filter === 'all') {
      const matched = match?.places(places, query) ?? [];
      const of = (kind: Place['kind']) =>
        matched
          .filter((place) => place.kind === kind)
          .slice(0, mostPlaces)
          .map(entryOfPlace);
      groups.push({ id: 'actions', entries: of('action') }, { id: 'pages', entries: of('page') });
    }
    for (const kind of kinds)
      groups.push({
        id: kind,
        entries: (found?.exact ?? [])
          .filter((item) => kindOf(item) === kind)
          .slice(0, mostOfKind)
          .map(entryOf),
      });
    groups.push({
      id: 'suggested',
      entries: (found?.suggested ?? [])
        .slice(0, mostOfKind)
        .map((item) => withKind(entryOf(item), t(`search.kind_${kindOf(item)}`))),
    });
  }
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    loading: loading || (empty && recent.isLoading),
    failed: failure !== null,
    recentFailed: recent.isError,
    toleratesTypos: found?.toleratesTypos ?? true,
  };
}

/** Among others of every kind it says what it is. */
function withKind(entry: Entry, kind: string): Entry {
  return { ...entry, note: [kind, entry.note].filter(Boolean).join(' · ') };
}
