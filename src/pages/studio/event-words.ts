import type { GraphEvent, GraphTransition } from '#engine/flow/state-graph.ts';
import type { useWords } from '../../words/words.ts';

type Words = ReturnType<typeof useWords>;

/** What happens, as a product owner reads it. */
export function eventWords(t: Words, event: GraphEvent): string {
  switch (event.kind) {
    case 'done':
      return t('studio.event.done', { effect: plainName(event.effect) });
    case 'refused':
      return t('studio.event.refused', { effect: plainName(event.effect) });
    case 'after':
      return t('studio.event.after', { count: event.milliseconds / 1000 });
    case 'always':
      return t('studio.event.always');
    case 'event':
      return pressWords(t, event.type);
  }
}

/** Events of one flow alone have no words of their own: they are shown by the name that its machine gives them. */
function pressWords(t: Words, type: string): string {
  switch (type) {
    case 'step.submitted':
      return t('studio.event.submitted');
    case 'step.changed':
      return t('studio.event.changed');
    case 'step.chosen':
      return t('studio.event.chosen');
    case 'back':
      return t('studio.event.back');
    case 'closed':
      return t('studio.event.closed');
    case 'confirmed':
      return t('studio.event.confirmed');
    case 'retried':
      return t('studio.event.retried');
    default:
      return plainName(type);
  }
}

const acronyms = /\b(http|totp)\b/g;

/** The name of an effect, an event or a condition as words: `readMonitor` is "Read monitor", `test.requested` "Test requested". */
export function plainName(name: string): string {
  const words = wordsIn(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsIn(name: string): string {
  return name
    .replaceAll('.', ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(acronyms, (acronym) => acronym.toUpperCase());
}

/**
 * When a way is taken, as a product owner reads it. Conditions of one flow alone are shown by the name that its machine gives them.
 * @param titleOf the title of a screen
 */
export function conditionWords(
  t: Words,
  { name }: NonNullable<GraphTransition['condition']>,
  titleOf: (screen: string) => string,
): string {
  const [guard, screen = ''] = name?.split(' ') ?? [];
  switch (guard) {
    case undefined:
      return t('studio.condition');
    case 'isEdit':
      return t('studio.when.isEdit');
    case 'leadsTo':
      return t('studio.when.leadsTo');
    case 'refusedAt':
      return t('studio.when.refusedAt', { screen: titleOf(screen) });
    case 'refusedFor':
      return t('studio.when.refusedFor');
    case 'conflicts':
      return t('studio.when.conflicts');
    case 'settles':
      return t('studio.when.settles');
    default:
      return t('studio.conditionNamed', { name: wordsIn(name ?? '') });
  }
}
