import { Fragment, type ReactNode } from 'react';

/** An address that breaks at its parts, so that no number is cut in two where a place is narrow. */
export function Address({ text }: { text: string }): ReactNode {
  const parts = text.split(/(?<=[/?&,])(?!\/)|(?=[:?](?!\/\/))/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
