import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomScan } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useWords } from '../../words/words.ts';
import { EdgeLines } from './edge-lines.tsx';
import type { Graph, Port } from './graph.ts';
import { labelsThatFit } from './labels.ts';
import { nextInDirection, type Layout } from './layout.ts';
import { MapLegend } from './map-legend.tsx';
import { MapNode } from './map-node.tsx';
import styles from './network.module.css';
import { useNodeTitle } from './use-node-title.ts';
import { useZoom } from './use-zoom.ts';

interface Props {
  graph: Graph;
  layout: Layout;
  ports: readonly Port[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  /** Those that were searched for; undefined while nothing is. */
  matches: ReadonlySet<string> | undefined;
}

const directions = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
const nothing: ReadonlySet<string> = new Set();

/** The map as a drawing: pan by dragging, zoom by wheel, buttons or keys, walk from node to node with the arrow keys. */
export function MapView({ graph, layout, ports, chosen, onChoose, matches }: Props): ReactNode {
  const t = useWords();
  const hint = useId();
  const titleOf = useNodeTitle();
  const { svg, content, scale, by, fit, show, reveal } = useZoom(layout.box);
  const { places } = layout;
  const [stop, setStop] = useState<string>();
  const near = useMemo(() => neighboursOf(graph, chosen), [graph, chosen]);
  // A step of 5 %: the labels need not be placed anew for each pixel of the wheel.
  const step = Math.round(Math.log(scale) / Math.log(1.05));
  const labels = useMemo(() => {
    const first = chosen === undefined ? (matches ?? nothing) : new Set([chosen]);
    return labelsThatFit(graph.nodes, places, 1.05 ** step, first.size > 60 ? nothing : first);
  }, [graph, places, step, chosen, matches]);

  // Chosen in the search, the table or the panel: it may be out of sight.
  const latest = useRef(places);
  latest.current = places;
  useEffect(() => {
    const place = chosen === undefined ? undefined : latest.current.get(chosen);
    if (place) reveal(place);
  }, [chosen, reveal]);
  const [onlyMatch] = matches?.size === 1 ? matches : [];
  useEffect(() => {
    const place = onlyMatch === undefined ? undefined : latest.current.get(onlyMatch);
    if (place) show(place);
  }, [onlyMatch, show]);

  const keyAt = (event: { target: EventTarget }): string | undefined =>
    event.target instanceof Element
      ? (event.target.closest('[data-node]')?.getAttribute('data-node') ?? undefined)
      : undefined;
  const focusOn = (key: string | undefined): void => {
    const place = key === undefined ? undefined : places.get(key);
    if (key === undefined || !place) return;
    setStop(key);
    reveal(place);
    content.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyAt(event);
    const direction = directions[event.key as keyof typeof directions];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction && key !== undefined) focusOn(nextInDirection(places, key, direction));
    else if ((event.key === 'Enter' || event.key === ' ') && key !== undefined)
      onChoose(key === chosen ? undefined : key);
    else if (event.key === '+' || event.key === '=') by('in');
    else if (event.key === '-') by('out');
    else if (event.key === '0') fit();
    else if (event.key === 'Escape' && chosen !== undefined) onChoose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent): void => {
    const key = keyAt(event);
    if (key !== undefined) setStop(key);
    onChoose(key === chosen ? undefined : key);
  };
  const reached = stop !== undefined && places.has(stop) ? stop : graph.nodes[0]?.key;
  const isFaint = (key: string): boolean =>
    chosen === undefined ? matches !== undefined && !matches.has(key) : key !== chosen && !near.has(key);

  return (
    <div className={styles.stage}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the nodes inside are the buttons; one listener serves all */}
      <svg
        ref={svg}
        className={styles.canvas}
        role="group"
        aria-label={t('networkMap.map')}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <g ref={content}>
          <EdgeLines graph={graph} places={places} ports={ports} chosen={chosen} isFaint={isFaint} />
          {graph.nodes.map((node) => {
            const place = places.get(node.key);
            return place ? (
              <MapNode
                key={node.key}
                node={node}
                place={place}
                title={titleOf(node)}
                isChosen={node.key === chosen}
                isFaint={isFaint(node.key)}
                hasLabel={labels.has(node.key)}
                isStop={node.key === reached}
              />
            ) : null;
          })}
        </g>
      </svg>
      <p id={hint} className={styles.hint}>
        {t('networkMap.keys')}
      </p>
      <div className={styles.zoomButtons}>
        {(
          [
            ['in', IconPlus, () => by('in')],
            ['out', IconMinus, () => by('out')],
            ['fit', IconZoomScan, fit],
          ] as const
        ).map(([name, Icon, act]) => (
          <Tooltip key={name} label={t(`networkMap.zoom_${name}`)} position="left">
            <ActionIcon variant="default" size={32} aria-label={t(`networkMap.zoom_${name}`)} onClick={act}>
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
      <MapLegend />
    </div>
  );
}

function neighboursOf({ edges }: Graph, chosen: string | undefined): ReadonlySet<string> {
  return new Set(edges.flatMap(({ from, to }) => (from === chosen ? [to] : to === chosen ? [from] : [])));
}
