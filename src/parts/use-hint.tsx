import { Tooltip } from '@mantine/core';
import { useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';

interface Hint<E extends HTMLElement> {
  /** For the element that is explained. */
  aim: { ref: RefObject<E | null>; onPointerEnter(event: PointerEvent): void; onPointerLeave(): void };
  /** Stands beside it. */
  hint: ReactNode;
}

/** A tooltip that is made when somebody aims at its element, where hundreds of them may stand on a page. */
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
