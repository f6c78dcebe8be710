import { dns as check } from '../checks/dns.ts';
import { keywordFact } from '../checks/keyword.ts';
import { contains, failed, within } from '../conditions/comparisons.ts';
import type { Parameters } from '../conditions/condition.ts';
import type { ServerType } from './server-type.ts';

/** F08-63 … F08-67. */
export const dns = {
  check,
  conditions: {
    DnsTimeOut: {
      parameters: ['runCount'],
      incident: 'outage',
      looksAt: 'time-outs',
      tellsSilence: true,
      fails: ({ ok, error, responseTime }) =>
        error === 'timed_out' || (ok || responseTime !== null ? false : undefined),
    },
    DnsResolve: failed,
    DnsRecordType: {
      parameters: ['runCount', 'dnsRecordType', 'contains', 'keyword'],
      incident: 'disrupted',
      looksAt: 'this text in these records',
      fact: (parameters) => recordFact(parameters),
      fails: (found, parameters) => contains(found.facts?.[recordFact(parameters)], parameters),
    },
    WhoisExpiration: {
      parameters: ['daysUntilWhoisExpiration'],
      incident: null,
      looksAt: 'when the domain expires',
      fact: () => 'whoisDays',
      fails: ({ facts }, { daysUntilWhoisExpiration }) => within(facts?.['whoisDays'], daysUntilWhoisExpiration),
    },
  },
} satisfies ServerType;

const recordFact = ({ dnsRecordType, keyword }: Parameters) =>
  keywordFact(String(dnsRecordType), String(keyword ?? ''));
