import { IconAlertTriangle, IconBell } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { answersOf } from '#engine/flow/answers.ts';
import type { Answers, ScreenAnswers } from '#engine/flow/flow.ts';
import { useOptions, type Option } from '../options/option-sources.tsx';
import styles from './confirm.module.css';
import { noMail } from './no-mail.ts';

type Condition = NonNullable<ScreenAnswers['cloud-monitor/conditions']['conditions']>[number];

interface Rows {
  /** Of the organization whose settings say whom technicians' conditions notify. */
  clientId: number | undefined;
  /** Those that are on. */
  conditions: readonly Condition[];
}

/** What the answers say of notifications. */
function rowsOf(answers: Readonly<Record<string, Answers>>): Rows {
  const { conditions = [] } = answersOf({ answers }, 'cloud-monitor/conditions');
  const { clientId } = answersOf({ answers }, 'cloud-monitor/setup');
  return { clientId, conditions: conditions.filter(({ enabled }) => enabled !== false) };
}

/** Whom the conditions of the monitor will notify, by name; a warning where that is nobody. */
export function Receivers({ answers }: { answers: Readonly<Record<string, Answers>> }): ReactNode {
  const { clientId, conditions } = rowsOf(answers);
  const notifies = conditions.some(({ notificationAction }) => notificationAction === 'SEND');
  const chosen = new Set<string | number>(
    conditions.flatMap(({ notificationChannelIds }) => notificationChannelIds ?? []),
  );
  const defaults = useOptions('alertReceiver', clientId, notifies);
  const channels = useOptions('notificationChannel', undefined, chosen.size > 0);
  const asked = [...(notifies ? [defaults] : []), ...(chosen.size > 0 ? [channels] : [])];
  if (asked.some(({ status }) => status === 'loading')) return null;
  const failed = asked.find((each) => each.status === 'failed');
  if (failed) return <Told warns title="The recipients of alerts could not be loaded" text={failed.reason} />;
  const set = notifies ? defaults.options : [];
  const names = [
    ...set.filter(({ value }) => value !== noMail).map(nameOf),
    ...channels.options.filter(({ value }) => chosen.has(value)).map(({ label }) => `${label} (channel)`),
  ];
  const without = set.some(({ value }) => value === noMail) ? 'No mail server is set up: technicians get no mail.' : '';
  if (names.length > 0)
    return (
      <Told title="When an alert is raised and reset" text={`Notifies ${[...new Set(names)].join(', ')}. ${without}`} />
    );
  return <Told warns title="No one will be notified" text={reasonOf(conditions, notifies, without)} />;
}

function nameOf({ label, description }: Option): string {
  return description === undefined ? label : `${label} (${description})`;
}

function reasonOf(conditions: readonly Answers[], notifies: boolean, withoutMail: string): string {
  if (conditions.length === 0) return 'Without a condition no alert is raised.';
  if (!notifies) return 'No condition notifies technicians or a channel.';
  return withoutMail || 'The alert notifications of the organization name nobody.';
}

function Told({ title, text, warns = false }: { title: string; text: string; warns?: boolean }): ReactNode {
  const Icon = warns ? IconAlertTriangle : IconBell;
  return (
    <section className={styles.told} data-warns={warns || undefined} aria-label="Who will be notified">
      <Icon size={18} aria-hidden />
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.reason}>{text}</p>
      </div>
    </section>
  );
}
