import { merged } from '#engine/flow/answers.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';

const GENERAL = ['enabled', 'clientId', 'locationId', 'monitorType', 'monitorName', 'frequency', 'timeout'];
const PING = ['hostname'];
const HTTP = ['httpHostname', 'methodType', 'authenticationType', 'saveCertificateInformation', 'requestBodyType'];
const BASIC = ['httpUsername', 'httpPassword'];

/** What a check needs of the answers (F08-55 … F08-57): those of another type or of a hidden field stay behind. */
export function checkRequest(context: FlowContext): Answers {
  const answers = merged(context, ['setup', 'request']);
  if (answers['monitorType'] !== 'HTTP') return picked(answers, [...GENERAL, ...PING]);
  const { requestBodyType } = answers;
  return {
    ...picked(answers, [...GENERAL, ...HTTP]),
    ...(answers['authenticationType'] === 'BASIC' ? picked(answers, BASIC) : {}),
    ...(answers['methodType'] === 'HEAD' ? {} : picked(answers, ['saveResponseBody'])),
    requestHeaders: filledRows(answers['requestHeaders']),
    ...(requestBodyType === 'FORM' ? { requestBodyForm: filledRows(answers['requestBodyForm']) } : {}),
    ...(requestBodyType === 'RAW' ? picked(answers, ['requestBodyRaw']) : {}),
  };
}

export function monitorRequest(context: FlowContext): Answers {
  return { ...checkRequest(context), conditions: rowsOf(context.answers['conditions']?.['conditions']) };
}

function picked(answers: Answers, names: readonly string[]): Answers {
  return Object.fromEntries(names.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]])));
}

// The form always shows one row, so an empty one means none.
function filledRows(rows: unknown): Answers[] {
  return rowsOf(rows).filter((row) => typeof row['name'] === 'string' && row['name'] !== '');
}

function rowsOf(rows: unknown): Answers[] {
  return Array.isArray(rows) ? (rows as Answers[]) : [];
}
