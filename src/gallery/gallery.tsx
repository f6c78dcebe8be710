import { NavLink, SegmentedControl, Switch, Title } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useShownScheme } from '../theme/use-shown-scheme.ts';
import { flows, type ShownFlow } from './flows.ts';
import type { Looks, ShownState } from './preview.ts';
import styles from './gallery.module.css';

const WIDTHS = [
  { value: '390', label: 'Phone' },
  { value: '768', label: 'Tablet' },
  { value: '1280', label: 'Laptop' },
  { value: 'full', label: 'Full' },
];
const EFFECTS = [
  { value: 'succeed', label: 'Effects succeed' },
  { value: 'refuse', label: 'are refused' },
  { value: 'wait', label: 'never end' },
];

interface Chosen {
  flow: string;
  mode: string;
  path: string;
}

/** Every flow in every state, with fake effects: a playground, the source of screenshots, and the accessibility walk. */
export function Gallery({ preview: { Stage, statesOf } }: { preview: typeof import('./preview.ts') }): ReactNode {
  const all = useMemo(() => flows.map((shown) => ({ shown, states: statesOf(shown) })), [statesOf]);
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(location.hash));
  const [width, setWidth] = useState('full');
  const [dark, setDark] = useState(false);
  const [looks, setLooks] = useState<Looks>({ errors: false, refusal: false, busy: false, effects: 'succeed' });
  useShownScheme(dark ? 'dark' : undefined);
  const here = find(all, chosen);
  const toggle = (name: 'errors' | 'refusal' | 'busy') => (
    <Switch
      key={name}
      size="xs"
      label={name}
      checked={looks[name]}
      onChange={() => setLooks({ ...looks, [name]: !looks[name] })}
    />
  );
  return (
    <div className={styles.gallery}>
      <nav className={styles.list} aria-label="Flows and states">
        <Title order={2} size="h3" className={styles.name}>
          Gallery
        </Title>
        {all.map(({ shown, states }) => (
          <section key={shown.flow.id} aria-label={shown.flow.id}>
            <h3 className={styles.flow}>{shown.flow.id}</h3>
            {states.map((state) => {
              const active = here?.shown === shown && here.state === state;
              return (
                <NavLink
                  key={`${state.mode} ${state.path}`}
                  component="button"
                  className={styles.state}
                  active={active}
                  aria-current={active ? 'true' : undefined}
                  label={state.path}
                  rightSection={<span className={styles.mode}>{state.mode === 'EDIT' ? 'edit' : ''}</span>}
                  onClick={() => {
                    const next = { flow: shown.flow.id, mode: state.mode, path: state.path };
                    setChosen(next);
                    history.replaceState(history.state, '', hashOf(next));
                  }}
                />
              );
            })}
          </section>
        ))}
      </nav>
      <div className={styles.main}>
        <div className={styles.bar} role="toolbar" aria-label="How it is shown">
          <SegmentedControl size="xs" data={WIDTHS} value={width} onChange={setWidth} aria-label="Width" />
          <SegmentedControl
            size="xs"
            data={EFFECTS}
            value={looks.effects}
            onChange={(effects) => setLooks({ ...looks, effects: effects as Looks['effects'] })}
            aria-label="Effects"
          />
          <Switch size="xs" label="dark" checked={dark} onChange={() => setDark(!dark)} />
          {toggle('errors')}
          {toggle('refusal')}
          {toggle('busy')}
        </div>
        <div className={styles.desk}>
          <div
            className={styles.frame}
            data-presentation={here?.shown.flow.presentation}
            style={width === 'full' ? {} : { width: Number(width) }}
          >
            {here && (
              <Stage key={JSON.stringify([chosen, looks])} shown={here.shown} state={here.state} looks={looks} />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

function find(
  all: { shown: ShownFlow; states: ShownState[] }[],
  chosen: Chosen,
): { shown: ShownFlow; state: ShownState } | undefined {
  for (const { shown, states } of all) {
    const state = states.find(
      ({ mode, path }) => shown.flow.id === chosen.flow && mode === chosen.mode && path === chosen.path,
    );
    if (state) return { shown, state };
  }
  const [first] = all;
  const [state] = first?.states ?? [];
  return first && state && { shown: first.shown, state };
}

/** `#/gallery?flow=organization&mode=NEW&state=editing.details`: every state has an address. */
function chosenIn(hash: string): Chosen {
  const query = new URLSearchParams(hash.split('?')[1] ?? '');
  return { flow: query.get('flow') ?? '', mode: query.get('mode') ?? 'NEW', path: query.get('state') ?? '' };
}

function hashOf({ flow, mode, path }: Chosen): string {
  const route = location.hash.split('?')[0] || '#/gallery';
  return `${route}?${new URLSearchParams({ flow, mode, state: path })}`;
}
