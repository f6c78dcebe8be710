import { IconDeviceDesktopPlus, IconKeyboard, IconUserCircle, type Icon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useMe, may, type Need } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { addEntries } from '../add-entries.ts';
import { addPaths } from '../add-paths.ts';
import { administrationFor } from '../administration.ts';
import { destinations } from '../destinations.ts';

/** A page or action that the search can find. */
export interface Place {
  id: string;
  kind: 'page' | 'action';
  /** The route; the search's parent performs an action without a path. */
  path?: string;
  name: string;
  category: string;
  /** Synonyms that the search matches. */
  aliases: string[];
  icon: Icon;
}

/** Actions without a route. */
export type ActionId = 'computer' | 'keys';

/** Every page and action that the user may use. */
export function usePlaces(): Place[] {
  const t = useWords();
  const me = useMe();
  return useMemo(() => {
    const allowed = (need: Need) => may(me, need);
    const aliases = (id: string) => t(`search.aliases.${id}`, { defaultValue: '' }).split(', ').filter(Boolean);
    // The list of organizations is in both; prefer the page of the main navigation.
    const work = destinations.filter(({ need }) => allowed(need));
    const administration = administrationFor(allowed).flatMap(({ id, tabs }) =>
      tabs.filter((tab) => work.every((page) => page.id !== tab.id)).map((tab) => ({ ...tab, group: id })),
    );
    const page = (id: string, path: string, icon: Icon, category: string): Place => ({
      id,
      kind: 'page',
      path,
      name: t(`nav.${id}`),
      category,
      aliases: aliases(id),
      icon,
    });
    const action = (id: string, name: string, icon: Icon, path?: string): Place => ({
      id,
      kind: 'action',
      ...(path && { path }),
      name,
      category: t('shell.add'),
      aliases: aliases(`add_${id}`),
      icon,
    });
    return [
      ...work.map(({ id, path, icon }) => page(id, path, icon, '')),
      ...administration.map(({ id, path, icon, group }) => page(id, path, icon, t(`administration.${group}`))),
      page('profile', '/profile', IconUserCircle, ''),
      ...addEntries
        .filter(({ need }) => allowed(need))
        .map(({ id, icon }) => action(id, t(`add.${id}`), icon, addPaths[id])),
      ...(allowed('NODE:Create') ? [action('computer', t('add.computer'), IconDeviceDesktopPlus)] : []),
      action('keys', t('shell.keys'), IconKeyboard),
    ];
  }, [me, t]);
}
