import type { ReactNode } from 'react';
import type { Graph, MapEdge, Port } from './graph.ts';
import { radius, type Layout, type Place } from './layout.ts';
import styles from './network.module.css';

interface Props {
  graph: Graph;
  places: Layout['places'];
  ports: readonly Port[];
  chosen: string | undefined;
  isFaint: (key: string) => boolean;
}

/** The lines below the nodes; those of the chosen node with the names of the ports at both ends, where the line is long enough. */
export function EdgeLines({ graph, places, ports, chosen, isFaint }: Props): ReactNode {
  const hubs = new Set(graph.nodes.filter(({ isHub }) => isHub).map(({ key }) => key));
  return (
    <g>
      {graph.edges.map((edge) => {
        const { key, from, to, isNamed, cables } = edge;
        const [start, end] = [places.get(from), places.get(to)];
        if (!start || !end) return null;
        const isChosen = chosen === from || chosen === to;
        return (
          <g
            key={key}
            className={styles.edge}
            data-chosen={isChosen || undefined}
            data-faint={(!isChosen && (isFaint(from) || isFaint(to))) || undefined}
          >
            <line
              x1={start.x.toFixed(1)}
              y1={start.y.toFixed(1)}
              x2={end.x.toFixed(1)}
              y2={end.y.toFixed(1)}
              data-named={isNamed || undefined}
              data-several={cables > 1 || undefined}
            />
            {isChosen && hubs.has(from) && hubs.has(to) ? (
              <PortNames edge={edge} start={start} end={end} ports={ports} />
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

function PortNames({
  edge: { from, to },
  start,
  end,
  ports,
}: {
  edge: MapEdge;
  start: Place;
  end: Place;
  ports: readonly Port[];
}): ReactNode {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < 80) return null;
  const names = (here: string, there: string): string => {
    const own = ports
      .filter((port) => `device ${port.nodeId}` === here && port.key === there)
      .map(({ portName }) => portName);
    const said = ports
      .filter((port) => `device ${port.nodeId}` === there && port.key === here)
      .map(({ remotePort }) => remotePort);
    const [first, ...more] = [...new Set((own.length > 0 ? own : said).filter(Boolean))];
    return first === undefined ? '' : more.length > 0 ? `${first} +${more.length}` : first;
  };
  const at = (share: number): Place => ({
    x: start.x + (end.x - start.x) * share,
    y: start.y + (end.y - start.y) * share,
  });
  const gap = (radius.hub + 24) / length;
  return (
    <>
      {(
        [
          [names(from, to), at(gap)],
          [names(to, from), at(1 - gap)],
        ] as const
      ).map(([name, { x, y }], index) =>
        name === '' ? null : (
          <text key={index} className={styles.portName} x={x.toFixed(1)} y={y.toFixed(1)}>
            {name}
          </text>
        ),
      )}
    </>
  );
}
