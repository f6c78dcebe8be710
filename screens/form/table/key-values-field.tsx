import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { TableField } from './table-field.tsx';

/** Rows of a name and a value. The last row stays: there is always one to fill in. */
export function KeyValuesField(props: FieldProps): ReactNode {
  const options = { minimumRows: 1, edit: 'inline', ...(props.uiSchema?.['ui:options'] as object | undefined) };
  return <TableField {...props} uiSchema={{ ...props.uiSchema, 'ui:options': options }} variant="pairs" />;
}
