import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { readVariantName, variantName } from '#engine/document/variant.ts';
import { useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import { screenEditorPath } from './paths.ts';
import styles from './screen-editor.module.css';

interface Props {
  flow: string;
  screen: string;
  variants: NonNullable<CallReply<'readEditedScreen'>['variants']>;
}

const EVERY = 'every';

/** Leads to the screen that every organization has, or to the variant of one; those that have a variant come first. */
export function OrganizationSelect({ flow, screen: name, variants }: Props): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const organizations = useCall('listOrganizations');
  const { screen, organizationId } = readVariantName(name);
  const known = new Set(variants.map((one) => one.organizationId));
  const others = (organizations.data ?? []).filter(({ id }) => !known.has(id));
  const choice = (id: number, label: string) => ({ value: String(id), label });
  const groups = [
    { group: t('studio.editor.withVariant'), items: variants.map((one) => choice(one.organizationId, one.name)) },
    { group: t('studio.editor.withoutVariant'), items: others.map((one) => choice(one.id, one.name)) },
  ];
  const choose = (value: string | null): void => {
    const chosen = value === null || value === EVERY ? { screen } : { screen, organizationId: Number(value) };
    void navigate({ to: screenEditorPath(flow, variantName(chosen)) });
  };
  return (
    <Select
      className={styles.organization}
      aria-label={t('studio.editor.for')}
      data={[
        { value: EVERY, label: t('studio.editor.everyOrganization') },
        ...groups.filter(({ items }) => items.length > 0),
      ]}
      value={organizationId === undefined ? EVERY : String(organizationId)}
      searchable
      allowDeselect={false}
      limit={100}
      onChange={choose}
    />
  );
}
