import { useMemo, type ComponentProps, type ReactNode } from 'react';
import { useDepended } from '../form/depended.ts';
import { useOptions } from '../options/option-sources.tsx';
import { ServerRows } from './server-rows.tsx';

/** Rows with a column whose named values are the choices of an option source (`RowsDocument.options`). */
export function RowsOfOptions({ rows, ...rest }: ComponentProps<typeof ServerRows>): ReactNode {
  const { column = '', source = '', dependsOn = '' } = rows.options ?? {};
  const within = useDepended(dependsOn);
  const { options } = useOptions(source, within, true);
  const named = useMemo(() => {
    const properties = rows.item.properties ?? {};
    const held = properties[column];
    const oneOf = options.map(({ value, label }) => ({ const: value, title: label }));
    if (typeof held !== 'object' || oneOf.length === 0) return rows;
    return { ...rows, item: { ...rows.item, properties: { ...properties, [column]: { ...held, oneOf } } } };
  }, [rows, column, options]);
  return <ServerRows rows={named} {...rest} />;
}
