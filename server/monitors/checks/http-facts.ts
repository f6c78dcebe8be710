import { expiryText, type Certificate } from '../../outbound/certificate.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { bytesText } from '../../outbound/quantities.ts';
import type { SafeResponse } from '../../outbound/safe-request.ts';
import { keywordFact } from './keyword.ts';
import { quoted, type Known } from './known.ts';
import type { KeywordSearch } from './keyword-search.ts';

/** Whether each text is in the page. A text that was found is there whatever became of the rest; one that was not needs the whole page. */
export function keywordsKnown(
  keywords: readonly string[],
  search: KeywordSearch | undefined,
  reply: SafeResponse | OutboundFailed,
): Known {
  const result: Known = { facts: {}, notes: {} };
  for (const keyword of keywords) {
    const fact = keywordFact('body', keyword);
    if (search?.found.has(keyword)) {
      result.facts[fact] = 1;
      result.notes[fact] = `The page contains ${quoted(keyword)}.`;
    } else if (reply instanceof OutboundFailed) {
      result.notes[fact] = search
        ? `${reply.message.replace(/\.$/, '')}, without ${quoted(keyword)} in what came.`
        : reply.message;
    } else if (reply.bodyTruncated) {
      result.notes[fact] = `The page (${sizeOf(reply)}) does not contain ${quoted(keyword)} as far as it was read.`;
    } else {
      result.facts[fact] = 0;
      result.notes[fact] = `The page (${sizeOf(reply)}) does not contain ${quoted(keyword)}.`;
    }
  }
  return result;
}

/** `2.1 MB`; `40 MB, first 16 MB read`, or `first 16 MB read` where the server does not tell the size. */
function sizeOf({ bodyBytes, bodyTruncated, headers }: SafeResponse): string {
  if (!bodyTruncated) return bytesText(bodyBytes);
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  // The length of a compressed body is not that of the page.
  const length = header('content-encoding') === undefined ? Number(header('content-length')) : Number.NaN;
  return `${Number.isFinite(length) ? `${bytesText(length)}, ` : ''}first ${bytesText(bodyBytes)} read`;
}

/** How long the certificate lasts; `url` is where the answer came from. */
export function certificateKnown(certificate: Certificate | undefined, url: string): Known {
  if (certificate) {
    const note = expiryText(new Date(certificate.validTo), Date.now());
    return { facts: { certificateDays: certificate.daysLeft }, notes: { certificateDays: note } };
  }
  const why = url.startsWith('https:')
    ? 'The server showed no certificate.'
    : 'The address does not use TLS (https), so there is no certificate.';
  return { facts: {}, notes: { certificateDays: why } };
}
