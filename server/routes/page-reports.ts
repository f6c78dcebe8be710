import type { pageReportCalls } from '#api/contract/page-reports.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const pageReportHandlers: Handlers<keyof typeof pageReportCalls> = {
  reportError: async (context, { body }) => {
    context.services.pageErrors.log(context, body);
    return done;
  },
  reportTrace: async ({ log, userAgent }, { body }) => {
    log.info({ pageTrace: body, userAgent }, 'a trace of the page');
    return done;
  },
};
