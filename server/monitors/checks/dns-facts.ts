import type { Static } from 'typebox';
import type { DomainFound } from '#api/contract/monitor-findings.ts';
import { nameServerWords } from '../../outbound/ask-names.ts';
import type { Host } from '../../outbound/host.ts';
import { dayText, daysText, secondsText } from '../../outbound/quantities.ts';
import type { Watch } from './check.ts';
import type { Records, RecordType } from './dns-records.ts';
import { keywordFact } from './keyword.ts';
import { quoted, type Known } from './known.ts';
import { textOf } from './stored.ts';

/** Who was asked for what, and for how long. */
interface Asked {
  host: Host;
  /** Undefined: the servers that this computer uses. */
  server: string | undefined;
  milliseconds: number;
}

/** What the check as a whole says: the first type with a record, or why there is none. */
export function outcomeWords(asked: Asked, records: readonly Records[]): string {
  const { host } = asked;
  const first = records.find(({ values }) => values.length > 0);
  if (first) return recordWords(host, first);
  const error = records.find((each) => each.error === 'timed_out')?.error ?? records.find((each) => each.error)?.error;
  if (error) return `${capital(serverWords(asked))} ${answerWords(asked, error, host.name)}.`;
  if (records.some(({ noName }) => noName)) return `The name ${host.name} does not exist (NXDOMAIN).`;
  return `${host.name} exists but has no ${typesWords(records.map(({ type }) => type))} record.`;
}

/** Why one question was not answered, for the table of records. */
export function errorWords(asked: Asked, error: string): string {
  return `${capital(serverWords(asked))} ${answerWords(asked, error)}`;
}

/** For each condition about a record: whether its text is in one. A question that was not answered has a note alone. */
export function keywordsKnown(asked: Asked, records: readonly Records[], conditions: readonly Watch[]): Known {
  const result: Known = { facts: {}, notes: {} };
  const { host } = asked;
  for (const { type, parameters } of conditions) {
    if (type !== 'DnsRecordType') continue;
    const recordType = textOf(parameters, 'dnsRecordType');
    const keyword = textOf(parameters, 'keyword');
    const fact = keywordFact(recordType, keyword);
    const found = records.find((each) => each.type === recordType);
    if (!found) {
      result.notes[fact] = `${recordType} records are not looked up for an address.`;
      continue;
    }
    if (found.error !== null) {
      const about = `the ${recordType} record of ${host.name}`;
      result.notes[fact] = `${capital(serverWords(asked))} ${answerWords(asked, found.error, about)}.`;
      continue;
    }
    const wanted = keyword.trim().toLowerCase();
    const contains = found.values.some((each) => each.toLowerCase().includes(wanted));
    result.facts[fact] = contains ? 1 : 0;
    result.notes[fact] = keywordWords(
      host,
      found,
      contains ? `contains ${quoted(keyword)}` : `does not contain ${quoted(keyword)}`,
    );
  }
  return result;
}

export function domainKnown(domain: Static<typeof DomainFound> | undefined): Known {
  if (domain === undefined)
    return { facts: {}, notes: { whoisDays: 'The registry of the domain has not answered yet.' } };
  const { name, daysLeft, expiresAt, message } = domain;
  if (daysLeft === null || expiresAt === null) return { facts: {}, notes: { whoisDays: message } };
  const day = dayText(new Date(expiresAt));
  const note =
    daysLeft < 0
      ? `The domain ${name} expired on ${day} (${daysText(-daysLeft)} ago).`
      : `The domain ${name} expires in ${daysText(daysLeft)} (${day}).`;
  return { facts: { whoisDays: daysLeft }, notes: { whoisDays: note } };
}

function keywordWords(host: Host, found: Records, says: string): string {
  if (found.noName) return `The name ${host.name} does not exist (NXDOMAIN).`;
  if (found.values.length === 0) return `${host.name} has no ${found.type} record.`;
  return `${recordWords(host, found).slice(0, -1)}: it ${says}.`;
}

function recordWords(host: Host, { type, values }: Records): string {
  const more = values.length > 3 ? ` and ${values.length - 3} more` : '';
  return `${host.name} has ${type} ${values.slice(0, 3).join(', ').slice(0, 300)}${more}.`;
}

function typesWords(types: readonly RecordType[]): string {
  return types.length <= 1 ? types.join('') : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;
}

const serverWords = ({ server }: Asked) => (server === undefined ? 'the name server' : `the name server ${server}`);

function answerWords({ milliseconds }: Asked, error: string, about = ''): string {
  if (error !== 'timed_out') return nameServerWords(error, about);
  return `did not answer${about === '' ? '' : ` for ${about}`} within ${secondsText(milliseconds)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
