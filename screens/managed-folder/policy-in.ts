import type { Answers } from '#engine/flow/flow.ts';
import type { FolderPolicy } from '#schemas/managed-folder/kept.ts';

/** When a folder is consolidated and what it keeps, in answers that may be incomplete. */
export function policyIn(consolidation: Answers | undefined, retention: Answers | undefined): FolderPolicy {
  const answers = { ...consolidation, ...retention };
  const text = (name: string) => {
    const value = answers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (name: string) => {
    const value = answers[name];
    return typeof value === 'number' ? value : undefined;
  };
  const flag = (name: string) => answers[name] === true;
  return {
    consolidationEnabled: flag('consolidationEnabled'),
    weeklyConsolidationDay: text('weeklyConsolidationDay'),
    monthlyConsolidationRelative: flag('monthlyConsolidationRelative'),
    monthlyConsolidationDay: number('monthlyConsolidationDay'),
    relativeWeekNumber: text('relativeWeekNumber'),
    monthlyConsolidationDayOfWeek: text('monthlyConsolidationDayOfWeek'),
    retentionEnabled: flag('retentionEnabled'),
    daysToRetainIntraDailyImages: number('daysToRetainIntraDailyImages'),
    daysToRetainConsolidatedDailyImages: number('daysToRetainConsolidatedDailyImages'),
    daysToRetainConsolidatedWeeklyImages: number('daysToRetainConsolidatedWeeklyImages'),
    monthsToRetainConsolidatedMonthlyImages: number('monthsToRetainConsolidatedMonthlyImages'),
    moveConsolidatedImagesToSubDirectory: flag('moveConsolidatedImagesToSubDirectory'),
  };
}
