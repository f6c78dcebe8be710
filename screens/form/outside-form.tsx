import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders a dialog with a form of its own outside of the form that opens it: HTML allows no form in a form.
 * React bubbles the events of a portal to the component that renders it, where they would submit and change the outer form.
 */
export function OutsideForm({ children }: { children: ReactNode }): ReactNode {
  return createPortal(
    <div
      role="presentation"
      onSubmit={(event) => event.stopPropagation()}
      onChange={(event) => event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  );
}
