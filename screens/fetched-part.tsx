import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A part of the page whose code comes apart from it. */
export interface FetchedPart<Props> {
  (props: Props): ReactNode;
  /** Fetches the code before it is wanted; rejects when it cannot be had. */
  fetch(): Promise<unknown>;
}

/**
 * A part whose code is fetched when it is first drawn, or before that by `fetch`, and then stands at once. React's `lazy`
 * draws what stands there meanwhile even when the code is there, and keeps what it has drawn for 300 ms.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): FetchedPart<Props> {
  let fetched: ComponentType<Props> | undefined;
  let coming: Promise<unknown> | undefined;

  function fetch(): Promise<unknown> {
    coming ??= load().then(
      (part) => (fetched = part),
      (cause: unknown) => {
        // What could not be had may be asked for again.
        coming = undefined;
        throw cause;
      },
    );
    return coming;
  }

  function Part(props: Props): ReactNode {
    const [part, setPart] = useState(() => fetched);
    const [failure, setFailure] = useState<{ cause: unknown }>();
    useEffect(() => {
      let left = false;
      if (part === undefined)
        fetch().then(
          () => left || setPart(() => fetched),
          (cause: unknown) => left || setFailure({ cause }),
        );
      return () => {
        left = true;
      };
    }, [part]);
    if (failure) throw failure.cause;
    return part ? createElement(part, props) : meanwhile;
  }
  return Object.assign(Part, { fetch });
}

/** Long enough for what was opened to be usable on a slow line, short enough for a quick person. */
const soonMs = 700;

/** Fetches parts that the person may want next, while they read. Answers how to leave it. */
export function fetchSoon(...parts: readonly Pick<FetchedPart<never>, 'fetch'>[]): () => void {
  // A failed fetch is told by whatever needs the part.
  const timer = setTimeout(() => {
    for (const part of parts) part.fetch().catch(() => undefined);
  }, soonMs);
  return () => clearTimeout(timer);
}
