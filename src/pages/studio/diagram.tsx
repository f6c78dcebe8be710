import { VisuallyHidden } from '@mantine/core';
import { IconFlag, IconForms, IconLoader, IconPlayerTrackNext } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react';
import type { GraphState, StateGraph } from '#engine/flow/state-graph.ts';
import { useWords } from '../../words/words.ts';
import { drawingOf, type Box, type DrawnLine } from './layout.ts';
import styles from './studio.module.css';

const icons = { step: IconForms, effect: IconLoader, end: IconFlag, passing: IconPlayerTrackNext };

interface Props {
  graph: StateGraph;
  /** What a state is called. */
  titleOf: (state: GraphState) => string;
  /** The state in the middle of the view; none if the machine has no such state. */
  chosen: string;
  /** Without it the diagram is only looked at. */
  onChoose?: (path: string) => void;
  /** How well paths show the state, and the words for it. `ahead`: no path has reached it yet. */
  toneOf?: (path: string) => { tone: 'covered' | 'missed' | 'failed' | 'ahead'; words: string } | undefined;
  /** What is said of a state in place of its path. */
  noteOf?: (path: string) => string | undefined;
}

/** The machine of a flow: a box for each state, a line where an event leads to another. */
export function Diagram({ graph, titleOf, chosen, onChoose, toneOf, noteOf }: Props): ReactNode {
  const t = useWords();
  const id = useId();
  const drawing = useMemo(() => drawingOf(graph), [graph]);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = drawing.states.find(({ state }) => state.path === chosen);
    const { current } = scroller;
    if (!box || !current) return;
    current.scrollLeft = box.x - current.clientWidth / 2;
    current.scrollTop = box.y - current.clientHeight / 2;
  }, [drawing, chosen]);
  const at = ({ x, y, width, height }: Box) => ({ left: x - width / 2, top: y - height / 2, width, height });
  // Lines of the chosen state are drawn over the others.
  const lines = drawing.lines.toSorted((a, b) => Number(isAt(a, chosen)) - Number(isAt(b, chosen)));
  return (
    <div ref={scroller} className={styles.scroll} role="group" aria-label={t('studio.diagram')}>
      <div className={styles.drawing} style={{ width: drawing.width, height: drawing.height }}>
        <svg width={drawing.width} height={drawing.height} className={styles.lines} aria-hidden="true">
          <defs>
            {(['quiet', 'strong'] as const).map((tone) => (
              <marker
                key={tone}
                id={`${id}${tone}`}
                className={styles.head}
                data-tone={tone}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
              >
                <path d="M0 0 L8 4 L0 8 Z" />
              </marker>
            ))}
          </defs>
          {lines.map((line) => (
            <path
              key={`${line.from} ${line.to}`}
              className={styles.line}
              data-refused={line.refused || undefined}
              data-chosen={isAt(line, chosen) || undefined}
              d={curve(line.points)}
              markerEnd={`url(#${id}${isAt(line, chosen) ? 'strong' : 'quiet'})`}
            />
          ))}
        </svg>
        {drawing.states.map(({ state, ...box }) => {
          const Icon = icons[state.kind];
          const shown = toneOf?.(state.path);
          const isChosen = state.path === chosen;
          const look = {
            className: styles.state,
            style: at(box),
            'data-kind': state.kind,
            'data-tone': shown?.tone,
          };
          const words = (
            <>
              <Icon size={16} stroke={1.75} aria-hidden="true" className={styles.stateIcon} />
              <span className={styles.stateWords}>
                <span className={styles.stateTitle}>{titleOf(state)}</span>
                <span className={styles.statePath}>{noteOf?.(state.path) ?? state.path}</span>
                {shown === undefined ? null : <VisuallyHidden>{shown.words}</VisuallyHidden>}
              </span>
            </>
          );
          return onChoose === undefined ? (
            <div key={state.path} {...look} aria-current={isChosen || undefined}>
              {words}
            </div>
          ) : (
            <button
              key={state.path}
              type="button"
              {...look}
              aria-pressed={isChosen}
              onClick={() => onChoose(state.path)}
            >
              {words}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function isAt({ from, to }: DrawnLine, path: string): boolean {
  return from === path || to === path;
}

/** A line through the points, with soft corners. */
function curve(points: DrawnLine['points']): string {
  const [first, ...others] = points;
  if (!first) return '';
  const parts = others.map((point, index) => {
    const next = others[index + 1];
    if (!next) return `L${point.x} ${point.y}`;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y} ${parts.join(' ')}`;
}
