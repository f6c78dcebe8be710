import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Layout, Place } from './layout.ts';

const [SMALLEST, LARGEST] = [0.1, 4];
/** Of the whole map, no node is drawn larger than this. */
const LARGEST_FIT = 1.4;
/** A node that is looked for is drawn at least so large. */
const CLOSE = 1;
const STEP = 1.4;

export interface Zoom {
  svg: RefObject<SVGSVGElement | null>;
  /** The group that is moved and scaled. */
  content: RefObject<SVGGElement | null>;
  /** For what depends on it; settles a moment after the last movement. */
  scale: number;
  by(factor: 'in' | 'out'): void;
  fit(): void;
  /** Brings a place into the middle. */
  show(place: Place): void;
  /** Moves a place into view, if it is out of it. */
  reveal(place: Place): void;
}

/** Panning and zooming of an SVG by mouse, touch, wheel and keys. The transform is written to the document without rendering. */
export function useZoom(box: Layout['box']): Zoom {
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined);
  const at = useRef(zoomIdentity);
  const isMoved = useRef(false);
  const [scale, setScale] = useState(1);

  const move = useCallback((transform: typeof zoomIdentity) => {
    if (svg.current && behaviour.current) select(svg.current).call(behaviour.current.transform, transform);
  }, []);

  const fit = useCallback(() => {
    const { clientWidth: width, clientHeight: height } = svg.current ?? { clientWidth: 0, clientHeight: 0 };
    if (width === 0 || height === 0) return;
    const factor = Math.min(LARGEST_FIT, width / box.width, height / box.height);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    move(
      zoomIdentity
        .translate(width / 2, height / 2)
        .scale(Math.max(SMALLEST, factor))
        .translate(-middle.x, -middle.y),
    );
    isMoved.current = false;
  }, [box, move]);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    let frame = 0;
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([SMALLEST, LARGEST])
      .on('zoom', ({ transform, sourceEvent }: { transform: typeof zoomIdentity; sourceEvent: unknown }) => {
        at.current = transform;
        if (sourceEvent !== null) isMoved.current = true;
        content.current?.setAttribute('transform', transform.toString());
        content.current?.style.setProperty('--map-scale', String(transform.k));
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => setScale(transform.k));
      });
    behaviour.current = made;
    // A double click chooses nothing twice and zooms nothing.
    select(element).call(made).on('dblclick.zoom', null);
    return () => {
      cancelAnimationFrame(frame);
      select(element).on('.zoom', null);
    };
  }, []);

  useEffect(() => {
    fit();
    const element = svg.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (!isMoved.current) fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);

  const show = useCallback(
    ({ x, y }: Place) => {
      const { clientWidth: width, clientHeight: height } = svg.current ?? { clientWidth: 0, clientHeight: 0 };
      isMoved.current = true;
      move(
        zoomIdentity
          .translate(width / 2, height / 2)
          .scale(Math.max(CLOSE, at.current.k))
          .translate(-x, -y),
      );
    },
    [move],
  );

  return {
    svg,
    content,
    scale,
    fit,
    show,
    by: useCallback((factor) => {
      if (!svg.current || !behaviour.current) return;
      isMoved.current = true;
      select(svg.current).call(behaviour.current.scaleBy, factor === 'in' ? STEP : 1 / STEP);
    }, []),
    reveal: useCallback(
      (place) => {
        const { clientWidth: width, clientHeight: height } = svg.current ?? { clientWidth: 0, clientHeight: 0 };
        const [x, y] = at.current.apply([place.x, place.y]);
        if (x < 16 || y < 16 || x > width - 16 || y > height - 32) {
          isMoved.current = true;
          move(
            zoomIdentity
              .translate(width / 2, height / 2)
              .scale(at.current.k)
              .translate(-place.x, -place.y),
          );
        }
      },
      [move],
    ),
  };
}
