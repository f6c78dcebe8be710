// Fields that draw a whole list, apart from the forms that have none.
import type { FieldProps } from '@rjsf/utils';
import { fetchedPart } from '../../fetched-part.tsx';

export const Table = fetchedPart<FieldProps>(async () => (await import('./table-field.tsx')).TableField);
export const KeyValues = fetchedPart<FieldProps>(async () => (await import('./key-values-field.tsx')).KeyValuesField);
export const ServerRows = fetchedPart<FieldProps>(
  async () => (await import('../../rows/server-rows-field.tsx')).ServerRowsField,
);
