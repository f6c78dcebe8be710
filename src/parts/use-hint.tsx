import { Tooltip } from '@mantine/core';
import { useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';

interface Hint<E extends HTMLElement> {
  /** Props for the element with the tooltip. */
  aim: { ref: RefObject<E | null>; onPointerEnter(event: PointerEvent): void; onPointerLeave(): void };
  /** The tooltip; render it next to the element. */
  hint: ReactNode;
}

/** A tooltip that is rendered only while hovered, for pages with hundreds of them. */
export function useHint<E extends HTMLElement>(label: () => string): Hint<E> {
  const ref = useRef<E>(null);
  const [aimed, setAimed] = useState(false);
  return {
    aim: {
      ref,
      onPointerEnter: ({ pointerType }) => setAimed(pointerType === 'mouse'),
      onPointerLeave: () => setAimed(false),
    },
    hint: aimed ? <Tooltip target={ref} label={label()} opened /> : null,
  };
}
