/** A screen, or the variant of it that one organization has. */
export interface VariantName {
  screen: string;
  /** Absent for the screen of every organization. */
  organizationId?: number;
}

/** Of a variant's name; ids are those of the table `organization`. */
export const variantPattern = '^[A-Za-z0-9-]{1,60}(@[1-9][0-9]{0,9})?$';

/** How a variant is named: `setup@7` is the screen `setup` for organization 7. */
export function variantName({ screen, organizationId }: VariantName): string {
  return organizationId === undefined ? screen : `${screen}@${organizationId}`;
}

/** The inverse of `variantName`. */
export function readVariantName(name: string): VariantName {
  const cut = name.indexOf('@');
  return cut < 0 ? { screen: name } : { screen: name.slice(0, cut), organizationId: Number(name.slice(cut + 1)) };
}
