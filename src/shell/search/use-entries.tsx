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

/** A selectable line of the search. */
export interface Entry {
  key: string;
  name: string;
  note: string;
  icon: Icon;
  /** Absent for an action that does not navigate. */
  path?: string;
  place?: Place;
  /** The recent search to store when the user chooses the entry; absent for actions. */
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

/** Maximum entries per kind in the popover; the results page shows all. */
const mostOfKind = 5;
const mostPlaces = 5;

type Shown = Pick<Item, 'id' | 'name' | 'type' | 'description' | 'details'> &
  Partial<Pick<Item, 'matchAttr' | 'matchAttrValue'>>;

/** Converts a result to an entry; its note shows the matched text unless that is part of the name. */
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

/** The entries for a query; without a query, recent searches and actions. */
export function useEntries(query: string, filter: SearchFilter, open: boolean): Entries {
  const t = useWords();
  const places = usePlaces();
  const [match, setMatch] = useState<{ places: typeof matchPlaces }>();
  useEffect(() => {
    // Lazy-load the matcher when the search first opens; until then no places match.
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

/** Prefixes the note with the kind, for groups of mixed kinds. */
function withKind(entry: Entry, kind: string): Entry {
  return { ...entry, note: [kind, entry.note].filter(Boolean).join(' · ') };
}
