import type { ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';
import type { CustomCardProps } from './custom-card.tsx';

const CustomCard = fetchedPart(async () => (await import('./custom-card.tsx')).CustomCard);

/** The custom fields of an entity on its page. Where there are none, nothing of the flow that asks them is fetched. */
export function CustomFields(props: CustomCardProps): ReactNode {
  return Object.keys(props.entity.custom).length === 0 ? null : <CustomCard {...props} />;
}
