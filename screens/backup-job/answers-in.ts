import type { Answers } from '#engine/flow/flow.ts';
import type { Schedule } from '#schemas/backup-job/runs.ts';

/** The schedule in answers that may be incomplete. */
export function answersIn(answers: Answers | undefined): Schedule {
  const text = (name: string) => {
    const value = answers?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (name: string) => {
    const value = answers?.[name];
    return typeof value === 'number' ? value : undefined;
  };
  const list = (name: string): unknown[] => {
    const value = answers?.[name];
    return Array.isArray(value) ? value : [];
  };
  const texts = (name: string) => list(name).filter((one): one is string => typeof one === 'string');
  return {
    scheduleType: text('scheduleType'),
    useVssOnly: answers?.['useVssOnly'] === true,
    runLaterDate: text('runLaterDate'),
    runLaterTime: text('runLaterTime'),
    dayOfMonth: list('dayOfMonth').filter((one): one is number => typeof one === 'number'),
    fullDays: texts('fullDays'),
    fullTime: text('fullTime'),
    fullStopTime: text('fullStopTime'),
    fullInterval: number('fullInterval'),
    incrementalDays: texts('incrementalDays'),
    incrementalStartTime: text('incrementalStartTime'),
    incrementalStopTime: text('incrementalStopTime'),
    incrementalInterval: number('incrementalInterval'),
  };
}
