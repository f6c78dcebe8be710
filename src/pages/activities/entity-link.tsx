import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  alertPath,
  devicePath,
  editTechnicianPath,
  locationPath,
  monitorPath,
  organizationPath,
} from '../../shell/add-paths.ts';
import { libraryPath, scriptPath } from '../../shell/script-paths.ts';
import styles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import own from './activities.module.css';
import { kinds } from './activity-filters.tsx';
import type { Activity } from './changes.tsx';

/** What an activity was about: its kind, and its name as a link where it is still there. */
export function EntityLink({ activity }: { activity: Activity }): ReactNode {
  const t = useWords();
  const { entityType, entity } = activity;
  const known = kinds.find((each) => each === entityType);
  const kind = known ? t(`activityKind.${known}`) : spelledOut(entityType);
  const path = pathOf(activity);
  return (
    <span title={entity ? `${kind} · ${entity.name}` : kind}>
      <span className={own.kind}>{kind}</span>
      {entity ? ' ' : null}
      {entity && path ? (
        <Link to={path} className={styles.main}>
          {entity.name}
        </Link>
      ) : (
        (entity?.name ?? <WholeList activity={activity} />)
      )}
    </span>
  );
}

/** An import is about no monitor alone: its activity leads to the list. */
function WholeList({ activity: { action } }: { activity: Activity }): ReactNode {
  const t = useWords();
  if (action !== 'CLOUD_MONITORS_IMPORTED') return null;
  return (
    <>
      {' '}
      <Link to="/cloudMonitors" className={styles.main}>
        {t('activities.openList')}
      </Link>
    </>
  );
}

function pathOf({ entityType, entityId, entity }: Activity): string | undefined {
  const id = Number(entityId);
  if (!entity) return undefined;
  switch (entityType) {
    case 'CLOUD_MONITOR':
      return monitorPath(id);
    case 'NODE':
      return devicePath(id);
    case 'ORGANIZATION':
      return organizationPath(id);
    case 'LOCATION':
      return entity.organizationId === undefined ? undefined : locationPath(entity.organizationId, id);
    case 'ALERT':
      return alertPath(id);
    case 'USER':
      return editTechnicianPath(id);
    case 'CREDENTIAL':
    case 'BACKUP_JOB':
    case 'MANAGED_FOLDER':
      return entity.organizationId === undefined ? undefined : organizationPath(entity.organizationId);
    case 'SCRIPT':
      return scriptPath(id);
    case 'SCRIPT_CATEGORY':
      return libraryPath;
    case 'NETWORK_SCAN':
      return '/networkDiscovery';
    case 'POLICY':
      return `/editor/policy/${entityId}`;
    case 'TICKET_TEMPLATE':
      return '/administration/apps/ticketTemplates';
    case 'STATUS_PAGE':
      return '/administration/apps/statusPages';
    case 'WEBHOOK':
      return '/administration/apps/events';
    case 'NOTIFICATION_CHANNEL':
      return '/administration/apps/notificationChannels';
    default:
      return undefined;
  }
}

function spelledOut(entityType: string): string {
  const words = entityType.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
