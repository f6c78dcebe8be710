const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
let lastSign: number | undefined;

/** Records the user's activity on the page. Returns the function that stops it. */
export function watchPerson(page: EventTarget): () => void {
  const note = () => (lastSign = Date.now());
  note();
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true });
  return () => {
    lastSign = undefined;
    for (const sign of signs) page.removeEventListener(sign, note, { capture: true });
  };
}

/** Whole seconds since the user's last activity; 0 without `watchPerson`. */
export function idleSeconds(): number {
  return lastSign === undefined ? 0 : Math.max(0, Math.floor((Date.now() - lastSign) / 1000));
}
