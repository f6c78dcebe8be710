import { STATUS_CODES } from 'node:http';
import { outboundFailure } from '../../outbound/outbound-failed.ts';
import { bytesText } from '../../outbound/quantities.ts';
import { readableUrl, type Header } from '../../outbound/redirect.ts';
import { safeRequest, type SafeRequest, type SafeResponse } from '../../outbound/safe-request.ts';
import { noDetail, type Check, type CheckContext, type Outcome, type StoredConfig, type Watch } from './check.ts';
import { certificateKnown, keywordsKnown } from './http-facts.ts';
import { KeywordSearch } from './keyword-search.ts';
import { known } from './known.ts';
import { round } from './outcome.ts';
import { decodeText, plainText } from './plain-text.ts';
import { openPairs, openText } from './sealed-values.ts';
import { textOf } from './stored.ts';

/** What is read of a response, after decompression, and while a keyword has not been found. The form's help names the latter. */
const readBytes = 1_048_576;
export const searchedBytes = 16 * 1_048_576;
/** What is kept of it to be shown; UTF-8 takes up to four bytes for a character. */
const keptCharacters = 65_536;
const keptBytes = 4 * keptCharacters;
const keptHeaders = 100;

/** One HTTP request (F08-15, F08-56, F08-57). It fails without a response, and with a status of 400 or more. */
export const http: Check = {
  fields: [
    'httpHostname',
    'methodType',
    'authenticationType',
    'httpUsername',
    'httpPassword',
    'saveResponseBody',
    'saveCertificateInformation',
    'requestHeaders',
    'requestBodyType',
    'requestBodyForm',
    'requestBodyRaw',
  ],
  secrets: { httpPassword: (config) => originOf(textOf(config, 'httpHostname')) },
  sealedRows: ['requestHeaders', 'requestBodyForm'],
  sealedTexts: ['requestBodyRaw'],
  unused: (config) => [
    ...(textOf(config, 'authenticationType') === 'BASIC' ? [] : ['httpUsername', 'httpPassword']),
    ...(textOf(config, 'requestBodyType') === 'FORM' ? [] : ['requestBodyForm']),
    ...(textOf(config, 'requestBodyType') === 'RAW' ? [] : ['requestBodyRaw']),
  ],
  target: (config) => textOf(config, 'httpHostname'),
  async run(config, context) {
    const startedAt = performance.now();
    const keepBody = config['saveResponseBody'] === true;
    const watchesCertificate = context.conditions.some(({ type }) => type === 'SSLCertificateExpiration');
    const wantCertificate = config['saveCertificateInformation'] === true || watchesCertificate;
    const keywords = keywordsOf(context.conditions);
    let search: KeywordSearch | undefined;
    try {
      const reply = await safeRequest({
        ...requestOf(config, context),
        policy: context.policy,
        limits: {
          totalMilliseconds: context.timeoutMs,
          responseBytes: readBytes,
          watchedBytes: searchedBytes,
          keptBytes: keepBody ? keptBytes : 0,
        },
        watchBody: (headers) => {
          search = keywords.length > 0 ? new KeywordSearch(keywords, contentTypeOf(headers)) : undefined;
          return search;
        },
        wantCertificate,
        ...(context.ca !== undefined && { ca: context.ca }),
        signal: context.signal,
      });
      const body = keepBody ? decodeText(reply.body, contentTypeOf(reply.headers), keptCharacters) : null;
      const failed = reply.status >= 400;
      const redirectedTo = reply.redirectedTo.at(-1);
      return {
        ok: !failed,
        responseTime: round(reply.milliseconds),
        error: failed ? 'http_status' : null,
        message: answerWords(reply),
        statusCode: reply.status,
        ...known(
          keywordsKnown(keywords, search, reply),
          certificateKnown(reply.certificate, redirectedTo ?? textOf(config, 'httpHostname')),
        ),
        detail: {
          ...noDetail,
          address: reply.address,
          redirectedTo: redirectedTo === undefined ? null : plainText(redirectedTo, 2000),
          headers: reply.headers
            .slice(0, keptHeaders)
            .map(({ name, value }) => ({ name: plainText(name, 256), value: plainText(value, 8192) })),
          body,
          bodyTruncated:
            keepBody && (reply.bodyTruncated || reply.bodyBytes > reply.body.length || body?.length === keptCharacters),
          certificate: reply.certificate ?? null,
        },
      };
    } catch (error) {
      return failure(error, round(performance.now() - startedAt), keywords, search);
    }
  },
};

function keywordsOf(conditions: readonly Watch[]): string[] {
  return conditions.flatMap(({ type, parameters }) =>
    type === 'HttpSiteKeyword' && typeof parameters['keyword'] === 'string' ? [parameters['keyword']] : [],
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function requestOf(config: StoredConfig, { open }: CheckContext): Omit<SafeRequest, 'policy'> {
  const headers: Header[] = openPairs(config, 'requestHeaders', open);
  const has = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted);
  if (textOf(config, 'authenticationType') === 'BASIC' && !has('authorization')) {
    const sealed = textOf(config, 'httpPassword');
    const login = `${textOf(config, 'httpUsername')}:${sealed === '' ? '' : open(sealed)}`;
    headers.push({ name: 'Authorization', value: `Basic ${Buffer.from(login).toString('base64')}` });
  }
  const request = { url: textOf(config, 'httpHostname'), method: textOf(config, 'methodType', 'GET') };
  switch (textOf(config, 'requestBodyType', 'NONE')) {
    case 'FORM': {
      const form = openPairs(config, 'requestBodyForm', open).map(({ name, value }): [string, string] => [name, value]);
      if (!has('content-type')) headers.push({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' });
      return { ...request, headers, body: new URLSearchParams(form).toString() };
    }
    case 'RAW':
      return { ...request, headers, body: openText(config['requestBodyRaw'], open) };
    default:
      return { ...request, headers };
  }
}

function contentTypeOf(headers: readonly Header[]): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
}

function answerWords({ status, redirectedTo, bodyTruncated, bodyBytes }: SafeResponse): string {
  const last = redirectedTo.at(-1);
  const way = last === undefined ? '' : ` after a redirect to ${readableUrl(last)}`;
  const rest = bodyTruncated ? ` Reading stopped after the first ${bytesText(bodyBytes)}.` : '';
  return `The server answered ${`${status} ${STATUS_CODES[status] ?? ''}`.trim()}${way}.${rest}`;
}

function failure(
  error: unknown,
  elapsed: number,
  keywords: readonly string[],
  search: KeywordSearch | undefined,
): Outcome {
  const failed = outboundFailure(error);
  // A refused connection is no response, however quick: its time would lower the average.
  const answered = failed.code === 'tls_failed' || failed.code === 'bad_response';
  return {
    ok: false,
    responseTime: answered ? elapsed : null,
    error: failed.code,
    message: failed.message,
    statusCode: null,
    ...known(
      keywordsKnown(keywords, search, failed),
      failed.certificate ? certificateKnown(failed.certificate, 'https:') : { facts: {}, notes: {} },
    ),
    detail: {
      ...noDetail,
      address: failed.address ?? null,
      redirectedTo: failed.redirectedTo === undefined ? null : plainText(failed.redirectedTo, 2000),
      certificate: failed.certificate ?? null,
    },
  };
}
