import type { ReactNode } from 'react';

/** A line of a list of facts; nothing where nothing is known. */
export function Fact({ title, children }: { title: string; children: ReactNode }): ReactNode {
  if (children === null || children === undefined || children === '') return null;
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
