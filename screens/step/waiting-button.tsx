import type { ComponentProps, ReactNode } from 'react';

/**
 * `renderRoot` of a button that may show a loader. Mantine disables it then, and what is disabled loses the focus. It
 * keeps it while it waits, so that a keyboard is not thrown back to the top of the page.
 */
export function waiting(disabled: boolean): (props: Record<string, unknown>) => ReactNode {
  return (props) => <button {...(props as ComponentProps<'button'>)} disabled={disabled} />;
}
