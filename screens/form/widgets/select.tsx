import type { ReactNode } from 'react';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';
import { Choose } from './choose.tsx';

export function SelectWidget(props: WidgetProps): ReactNode {
  return <Choose field={props} choices={choicesOf(props.schema, props.options)} />;
}
