import { IconCircleArrowDownFilled, IconCircleDashed } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { deviceTone } from '../devices/device-tone.ts';
import { iconOf } from './device-icon.tsx';
import type { MapNode as Node } from './graph.ts';
import { shortLabel } from './labels.ts';
import { radius, type Place } from './layout.ts';
import styles from './network.module.css';

interface Props {
  node: Node;
  place: Place;
  /** Read out: name, kind and status. */
  title: string;
  isChosen: boolean;
  /** Another one is chosen or searched for. */
  isFaint: boolean;
  hasLabel: boolean;
  /** The one that the tab key reaches. */
  isStop: boolean;
}

/** A circle with an icon, and its name below where there is room. Offline devices have a mark beside the colour. */
export const MapNode = memo(function MapNode({
  node,
  place,
  title,
  isChosen,
  isFaint,
  hasLabel,
  isStop,
}: Props): ReactNode {
  const { key, device, isHub, label, kind, count } = node;
  const Icon = iconOf(node);
  const size = isHub ? radius.hub : radius.leaf;
  const tone = device ? deviceTone(device) : 'none';
  const icon = isHub ? 19 : 11;
  const Mark = device?.status.state === 'offline' ? IconCircleArrowDownFilled : IconCircleDashed;
  const mark = isHub ? 13 : 9;
  return (
    <g
      className={styles.node}
      transform={`translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`}
      role="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={title}
      aria-pressed={isChosen}
      data-node={key}
      data-tone={tone}
      data-kind={kind}
      data-chosen={isChosen || undefined}
      data-faint={isFaint || undefined}
    >
      <circle className={styles.reach} r={size + 6} />
      <circle className={styles.disc} r={size} />
      <Icon className={styles.glyph} x={-icon / 2} y={-icon / 2} width={icon} height={icon} stroke={1.7} aria-hidden />
      {device && device.status.state !== 'online' ? (
        <g className={styles.mark} transform={`translate(${size * 0.72} ${-size * 0.72})`}>
          <circle r={mark / 2 + 1} />
          <Mark x={-mark / 2} y={-mark / 2} width={mark} height={mark} aria-hidden />
        </g>
      ) : null}
      {kind === 'group' && count > 0 ? (
        <text className={styles.groupCount} x={size + 3} y={-size + 4}>
          {count}
        </text>
      ) : null}
      {hasLabel ? (
        <text className={styles.label} y={size} data-hub={isHub || undefined}>
          {shortLabel(label)}
        </text>
      ) : null}
    </g>
  );
});
