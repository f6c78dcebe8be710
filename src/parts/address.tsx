import { Fragment, type ReactNode } from 'react';

/** An address that wraps only between its parts, so that a narrow column does not split a number. */
export function Address({ text }: { text: string }): ReactNode {
  const parts = text.split(/(?<=[/?&,])(?!\/)|(?=[:?](?!\/\/))/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
