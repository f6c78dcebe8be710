import type { ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';
import type { CustomProps } from './custom-values.tsx';

const CustomCard = fetchedPart(async () => (await import('./custom-values.tsx')).CustomCard);
const CustomNote = fetchedPart(async () => (await import('./custom-values.tsx')).CustomNote);

/** The custom fields of an entity on its page. Where there are none, nothing of the flow that asks them is fetched. */
export function CustomFields(props: CustomProps): ReactNode {
  return isEmpty(props) ? null : <CustomCard {...props} />;
}

/** The same in a line of a list. */
export function CustomFieldsLine(props: CustomProps): ReactNode {
  return isEmpty(props) ? null : <CustomNote {...props} />;
}

function isEmpty({ entity: { custom } }: CustomProps): boolean {
  return Object.keys(custom).length === 0;
}
