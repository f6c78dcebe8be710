import { Form } from '@rjsf/mantine';
import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { useState, type ReactNode } from 'react';
import { benchDocument } from './document.ts';

const schemas = new Map([40, 100].map((fields) => [fields, benchDocument(fields).schema as RJSFSchema]));

/** rjsf with its Mantine theme, the state lifted to the parent as its documentation shows. */
export default function Stock({ fields }: { fields: number }): ReactNode {
  const [formData, setFormData] = useState<unknown>({});
  const schema = schemas.get(fields);
  if (!schema) throw new Error(`no schema of ${fields} fields`);
  return (
    <Form schema={schema} formData={formData} onChange={(event) => setFormData(event.formData)} validator={validator} />
  );
}
