const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
let lastSign: number | undefined;

/** Notes from now on when the person does something on the page. Answers how to stop. */
export function watchPerson(page: EventTarget): () => void {
  const note = () => (lastSign = Date.now());
  note();
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true });
  return () => {
    lastSign = undefined;
    for (const sign of signs) page.removeEventListener(sign, note, { capture: true });
  };
}

/** Whole seconds since the person last did something; 0 where nobody watches. */
export function idleSeconds(): number {
  return lastSign === undefined ? 0 : Math.max(0, Math.floor((Date.now() - lastSign) / 1000));
}
