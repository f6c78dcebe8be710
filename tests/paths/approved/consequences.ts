import type { Answers, FlowContext, Refusal } from '#engine/flow/flow.ts';
import { withoutGiven } from '#engine/flow/given.ts';
import type { SurveyStep } from '../generator/survey.ts';
import { sourcesOf, type Given } from './sources.ts';
import { spelled } from './values.ts';

// Told by name below, or never changed by a step.
const TOLD = new Set(['answers', 'passed', 'refusal', 'attempt', 'words', 'shown', 'now', 'instance']);

/** What a step changes beside the state, in words by topic, and which call it starts. */
export function consequencesOf({ before, event, after, started }: SurveyStep): Map<string, string> {
  const [was, is] = [before.snapshot.context as FlowContext, after.snapshot.context as FlowContext];
  return new Map([
    ...answerChanges(was, is, event),
    ...passedChanges(was, is, event),
    ...refusalChange(was.refusal, is.refusal),
    ['key', is.attempt === was.attempt ? '' : 'the next request has a new key'],
    ...entryChanges('words', was.words, is.words, { was, event }),
    ...entryChanges('shown', was.shown, is.shown, { was, event }),
    ...ownChanges(was, is),
    ['call', started.map(({ effect }) => `calls ${effect}`).join(' and ')],
  ]);
}

type Topics = [string, string][];

function answerChanges(was: FlowContext, is: FlowContext, event: Record<string, unknown>): Topics {
  if (Object.keys(is.answers).length === 0 && Object.keys(was.answers).length > 0)
    return [['answers', 'forgets every answer']];
  return [...new Set([...Object.keys(was.answers), ...Object.keys(is.answers)])].flatMap((screen): Topics => {
    const [old, now] = [was.answers[screen], is.answers[screen]];
    // What the flow was given is in the form as well, and is no answer.
    const data = event['screen'] === screen ? (event['data'] as Answers | undefined) : undefined;
    if (data !== undefined && same(now, withoutGiven(data, is.given)))
      return [[`answers ${screen}`, `keeps the answers of ${screen}`]];
    if (now === undefined) return [[`answers ${screen}`, `forgets the answers of ${screen}`]];
    return fieldsChanged(old ?? {}, now).map(([sign, field]) => [
      `${screen}/${field}`,
      `${sign === '-' ? 'forgets' : 'sets'} ${screen}/${field}`,
    ]);
  });
}

function passedChanges(
  { passed: was }: FlowContext,
  { passed: is }: FlowContext,
  event: Record<string, unknown>,
): Topics {
  return [...new Set([...was, ...is])].flatMap((screen): Topics => {
    if (
      is.includes(screen) &&
      (!was.includes(screen) || (event['type'] === 'step.submitted' && event['screen'] === screen))
    )
      return [[`done ${screen}`, `${screen} is done`]];
    return is.includes(screen) ? [] : [[`done ${screen}`, `${screen} is open again`]];
  });
}

function fieldsChanged(old: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !same(old[field], now[field]))
    .map((field): ['+' | '-', string] => [now[field] === undefined ? '-' : '+', field]);
}

function refusalChange(was: Refusal | undefined, is: Refusal | undefined): Topics {
  if (was === undefined && is === undefined) return [];
  if (is === undefined) return [['refusal', 'forgets the refusal']];
  if (same(was, is)) return [['refusal', '']];
  const fields = Object.keys(is.fields ?? {});
  return [['refusal', fields.length === 0 ? 'tells the refusal' : `tells the refusal at ${fields.join(', ')}`]];
}

function entryChanges(
  kind: 'words' | 'shown',
  was: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
  given: Given,
): Topics {
  const verb = kind === 'words' ? 'fills in' : 'shows';
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): Topics => {
    if (same(was[key], is[key])) return [];
    if (is[key] === undefined) return [[`${kind} ${key}`, `forgets ${key}`]];
    const [source] = sourcesOf(is[key], key, given);
    const literal = typeof is[key] === 'string' && source === undefined ? ` as "${spelled(is[key])}"` : '';
    return [[`${kind} ${key}`, `${verb} ${key}${source === undefined ? literal : ` from ${source}`}`]];
  });
}

/** What a machine keeps beside what every flow keeps. */
function ownChanges(was: FlowContext, is: FlowContext): Topics {
  const [old, now] = [was, is] as unknown as [Record<string, unknown>, Record<string, unknown>];
  return fieldsChanged(old, now)
    .filter(([, field]) => !TOLD.has(field))
    .map(([sign, field]) => [field, sign === '-' ? `forgets its ${field}` : `sets its ${field}`]);
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
