import type { divisionCalls } from '#api/contract/division.ts';
import { readDivision } from '../division/read-division.ts';
import { systemOverview } from '../division/overview.ts';
import { saveDivision } from '../division/save-division.ts';
import { timeZones } from '../division/time-zones.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const divisionHandlers: Handlers<keyof typeof divisionCalls> = {
  readDivision,
  saveDivision: async (context, { body }) => ({ ...done, division: await saveDivision(context, body) }),
  listTimeZones: async ({ now }) => timeZones(now),
  systemOverview: ({ db, actor }) => systemOverview(db, actor),
};
