import { http as check } from '../checks/http.ts';
import { keywordFact } from '../checks/keyword.ts';
import { contains, failed, slower, within } from '../conditions/comparisons.ts';
import type { Parameters } from '../conditions/condition.ts';
import { hasStatus } from '../conditions/status-codes.ts';
import type { ServerType } from './server-type.ts';

/** F08-63 … F08-67. */
export const http = {
  check,
  conditions: {
    HttpWebsiteFailed: failed,
    HttpResponseTime: slower('period'),
    HttpCode: {
      parameters: ['runCount', 'httpStatusCode'],
      incident: 'disrupted',
      looksAt: 'the status code',
      fails: ({ statusCode }, { httpStatusCode }) =>
        statusCode === null ? undefined : hasStatus(httpStatusCode, statusCode),
    },
    HttpSiteKeyword: {
      parameters: ['runCount', 'contains', 'keyword'],
      incident: 'disrupted',
      looksAt: 'this text in the body',
      fact: (parameters) => bodyFact(parameters),
      fails: (found, parameters) => contains(found.facts?.[bodyFact(parameters)], parameters),
    },
    SSLCertificateExpiration: {
      parameters: ['daysUntilSSLCertificateExpiration'],
      incident: null,
      looksAt: 'the certificate',
      fact: () => 'certificateDays',
      fails: ({ facts }, { daysUntilSSLCertificateExpiration }) =>
        within(facts?.['certificateDays'], daysUntilSSLCertificateExpiration),
    },
  },
} satisfies ServerType;

const bodyFact = ({ keyword }: Parameters) => keywordFact('body', String(keyword ?? ''));
