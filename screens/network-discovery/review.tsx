import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import styles from './review.module.css';

/** So many devices are listed; of more, the rest is counted. */
const LISTED = 200;

/** The devices that would be added, with their roles, and where. */
export default function ReviewPart({ view }: SpecialPartProps): ReactNode {
  const { devices = [], clientName = '', locationName = '' } = view.shown.plan ?? {};
  const more = devices.length - LISTED;
  return (
    <div className={styles.part}>
      <p className={styles.sum}>
        <strong>{devices.length === 1 ? '1 device' : `${devices.length.toLocaleString('en')} devices`}</strong> for{' '}
        {locationName} of {clientName}.
      </p>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Devices to add">
        <Table stickyHeader verticalSpacing="xs" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>IP</Table.Th>
              <Table.Th>Device name</Table.Th>
              <Table.Th>Device role</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {devices.slice(0, LISTED).map(({ ip, name, role }) => (
              <Table.Tr key={ip}>
                <Table.Td className={styles.address}>{ip}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{role}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {more > 0 && <p className={styles.quiet}>… and {more.toLocaleString('en')} more.</p>}
    </div>
  );
}
