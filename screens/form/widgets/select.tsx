import type { ReactNode } from 'react';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';
import { Choose } from './choose.tsx';
import { Several } from './several.tsx';

/** One of a list of named values, or several of them where the field holds a list. */
export function SelectWidget(props: WidgetProps): ReactNode {
  const { schema, options } = props;
  if (schema.type === 'array' && isSchema(schema.items))
    return <Several field={props} choices={choicesOf(schema.items as Schema, options)} />;
  return <Choose field={props} choices={choicesOf(schema, options)} />;
}
