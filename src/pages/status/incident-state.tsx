import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useWords } from '../../words/words.ts';

type State = CallReply<'readPublicStatus'>['notices'][number]['updates'][number]['state'];

const tones: Record<State, Tone> = { INVESTIGATING: 'bad', IDENTIFIED: 'warn', MONITORING: 'warn', RESOLVED: 'good' };

/** The state of an incident that somebody described, in a word. */
export function IncidentState({ state }: { state: State }): ReactNode {
  const t = useWords();
  return <Tag tone={tones[state]}>{t(`incidentState.${state}`)}</Tag>;
}
