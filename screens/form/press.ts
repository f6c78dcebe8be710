let pressed = false;

function watch(): void {
  addEventListener('pointerdown', () => (pressed = true), true);
  const release = () => {
    pressed = false;
  };
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}
if (typeof window !== 'undefined') watch();

/** Does it now, or once the mouse button or finger that is down has been lifted and its click is through. */
export function pressEnds(act: () => void): void {
  if (!pressed) {
    act();
    return;
  }
  const later = () => {
    removeEventListener('pointerup', later, true);
    removeEventListener('pointercancel', later, true);
    setTimeout(act);
  };
  addEventListener('pointerup', later, true);
  addEventListener('pointercancel', later, true);
}
