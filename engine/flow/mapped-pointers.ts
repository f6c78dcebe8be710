import type { Pointer } from '../document/document.ts';
import { pointerOf, segmentsOf } from '../document/pointer.ts';
import { placesInList } from './added-rows.ts';
import type { Answers } from './flow.ts';
import { mappingOf, rulesOf, type Sending, type SentField } from './sends.ts';
import { holds } from './steps.ts';

type AllAnswers = Readonly<Record<string, Answers>>;

/** A field of a request and of the answers that it comes from. */
interface Pair {
  request: Pointer;
  screen: Pointer;
  rule: SentField;
  /** Of a rule that adds: where its rows stand in the list of the request. */
  place?: { start: number; count: number } | undefined;
}

/** Where the screens ask what stands at this pointer of the request, by `/<screen>/<field>`. */
export function pointerInScreen(
  manifest: Sending,
  call: string,
  pointer: Pointer,
  answers: AllAnswers = {},
): Pointer | undefined {
  const pairs = pairsOf(manifest, call, answers);
  const within = nearest(
    pairs.filter((pair) => holdsRow(pair, pointer)),
    pointer,
    ({ request }) => request,
    answers,
  );
  if (within !== undefined) return moved(within, pointer, 'request', 'screen');
  // A refusal of several fields as a whole stands at the first of them.
  return preferred(
    pairs.filter(({ request }) => request.startsWith(`${pointer}/`)),
    answers,
  )?.screen;
}

/** The same within its screen: `/name` for `/details/name`. What the flow was given no screen asks. */
export function fieldInScreen(
  manifest: Sending,
  call: string,
  pointer: Pointer,
  answers: AllAnswers = {},
): Pointer | undefined {
  const answer = pointerInScreen(manifest, call, pointer, answers);
  return answer === undefined || answer.startsWith('/given/') ? undefined : pointerOf(segmentsOf(answer).slice(1));
}

/** Where the request holds what the screens ask at `/<screen>/<field>`. */
export function pointerInRequest(
  manifest: Sending,
  call: string,
  pointer: Pointer,
  answers: AllAnswers = {},
): Pointer | undefined {
  const within = nearest(pairsOf(manifest, call, answers), pointer, ({ screen }) => screen, answers);
  if (within !== undefined) return moved(within, pointer, 'screen', 'request');
  return mappingOf(manifest, call).inferred?.[pointer]?.find(({ given }) => given !== undefined)?.given;
}

function pairsOf(manifest: Sending, call: string, answers: AllAnswers): Pair[] {
  const { body, reads = {} } = mappingOf(manifest, call);
  const sent = Object.entries(body).flatMap(([at, own]) => {
    const all = rulesOf(own);
    const places = placesInList(all, answers);
    const rules = places.size === 0 ? all : [...places.keys()];
    return rules.flatMap((rule) =>
      (rule.into ?? ['']).map((part) => ({
        request: part === '' ? at : `${at}/${part}`,
        screen: rule.from,
        rule,
        place: places.get(rule),
      })),
    );
  });
  const read = Object.entries(reads).map(([request, from]) => ({ request, screen: from, rule: { from } }));
  return [...sent, ...read];
}

/** Whether the row that the pointer names, if any, is one of this rule's. */
function holdsRow({ request, place }: Pair, pointer: Pointer): boolean {
  const index = rowIn(pointer.slice(request.length))?.index;
  return place === undefined || index === undefined || (index >= place.start && index < place.start + place.count);
}

function rowIn(rest: Pointer): { index: number; inRow: Pointer } | undefined {
  const [, index, inRow = ''] = /^\/(\d+)(\/.+)?$/.exec(rest) ?? [];
  return index === undefined ? undefined : { index: Number(index), inRow };
}

function nearest(
  pairs: readonly Pair[],
  pointer: Pointer,
  side: (pair: Pair) => Pointer,
  answers: AllAnswers,
): Pair | undefined {
  const around = pairs.filter((pair) => pointer === side(pair) || pointer.startsWith(`${side(pair)}/`));
  const longest = Math.max(...around.map((pair) => side(pair).length));
  return preferred(
    around.filter((pair) => side(pair).length === longest),
    answers,
  );
}

/** Of several rules the one that these answers let send. */
function preferred(pairs: readonly Pair[], answers: AllAnswers): Pair | undefined {
  return pairs.find(({ rule }) => holds(rule.when, answers)) ?? pairs[0];
}

function moved(pair: Pair, pointer: Pointer, from: 'request' | 'screen', to: 'request' | 'screen'): Pointer {
  const rest = pointer.slice(pair[from].length);
  const row = rowIn(rest);
  if (row === undefined) return pair[to] + rest;
  const { start = 0 } = pair.place ?? {};
  const index = from === 'request' ? row.index - start : row.index + start;
  return `${pair[to]}/${index}${movedInRow(pair.rule, row.inRow, from)}`;
}

function movedInRow({ item, rows = {} }: SentField, pointer: Pointer, from: 'request' | 'screen'): Pointer {
  if (item !== undefined) return from === 'request' ? pointer.slice(item.length) : item + pointer;
  const [first = ''] = segmentsOf(pointer);
  for (const [request, sent] of Object.entries(rows)) {
    const [rule] = rulesOf(sent);
    if (rule === undefined) continue;
    const [own, other] = from === 'request' ? [request, rule.from] : [rule.from, request];
    if (own === `/${first}` || own === pointer) return other + pointer.slice(own.length);
  }
  return pointer;
}
