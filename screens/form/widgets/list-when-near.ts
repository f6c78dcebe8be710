import { useState } from 'react';

/**
 * Puts the list of a field's choices into the page when somebody first comes to the field. Mantine puts it there at once,
 * closed: a form of a few lists would then draw hundreds of choices that nobody looks at, and a table of many rows freeze.
 */
export function useListWhenNear() {
  const [near, setNear] = useState(false);
  return { comboboxProps: { keepMounted: near }, onFocus: () => setNear(true) };
}
