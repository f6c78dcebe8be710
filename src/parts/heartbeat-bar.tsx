import { Tooltip } from '@mantine/core';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import styles from './heartbeat-bar.module.css';

/** State of a check or gap. `maintenanceDown`: it failed during maintenance, so nobody needs to act. */
export type BeatState = 'up' | 'down' | 'unknown' | 'maintenance' | 'maintenanceDown';

/** Height differs as well as colour, so that failures are visible to colour-blind users. */
const heights: Record<BeatState, number> = { up: 12, down: 20, unknown: 4, maintenance: 12, maintenanceDown: 20 };
const states = Object.keys(heights) as BeatState[];
const height = 20;
const pitch = 5;
const width = 3;

interface Props {
  states: readonly BeatState[];
  /** Capacity of the bar; missing beats leave space at the start. */
  room: number;
  /** Accessible description of the bar. */
  label: string;
  /** Tooltip text of one beat. */
  wordsOf: (index: number) => string;
}

/** The latest checks side by side, the newest on the right. One SVG path per state keeps hundreds of bars cheap. */
export function HeartbeatBar({ states: shown, room, label, wordsOf }: Props): ReactNode {
  const frame = useRef<HTMLSpanElement>(null);
  const [aimed, setAimed] = useState<number>();
  const beats = shown.slice(-room);
  const free = room - beats.length;
  const x = (index: number): number => (free + index) * pitch;
  const pathOf = (state: BeatState): string =>
    beats
      .map((each, index) => {
        const tall = heights[state];
        return each === state ? `M${x(index)} ${(height - tall) / 2}h${width}v${tall}h-${width}z` : '';
      })
      .join('');
  const aim = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const index = Math.floor(((event.clientX - box.left) / box.width) * room) - free;
    setAimed(index >= 0 && index < beats.length ? index : undefined);
  };
  return (
    <span ref={frame} className={styles.frame} onPointerMove={aim} onPointerLeave={() => setAimed(undefined)}>
      <svg
        className={styles.bar}
        viewBox={`0 0 ${room * pitch - (pitch - width)} ${height}`}
        width={room * pitch - (pitch - width)}
        height={height}
        role="img"
        aria-label={label}
      >
        {states.map((state) => {
          const path = pathOf(state);
          return path === '' ? null : <path key={state} d={path} data-state={state} />;
        })}
      </svg>
      {aimed === undefined ? null : (
        <Tooltip target={frame} label={wordsOf(shown.length - beats.length + aimed)} opened />
      )}
    </span>
  );
}
