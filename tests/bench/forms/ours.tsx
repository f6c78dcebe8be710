import fields40 from 'virtual:bench-screen-40';
import fields100 from 'virtual:bench-screen-100';
import { useState, type ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Answers } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import type { Send } from '#screens/step/step-props.ts';

const screens = new Map<number, CompiledScreen>([
  [40, fields40],
  [100, fields100],
]);
const flow = { id: 'bench', title: { NEW: 'Bench', EDIT: 'Bench' }, presentation: 'full-screen' } as const;

/** The whole step screen; the parent holds its answers, as a flow does. */
export default function Ours({ fields }: { fields: number }): ReactNode {
  const screen = screens.get(fields);
  if (!screen) throw new Error(`no screen of ${fields} fields`);
  const [data, setData] = useState<Answers>(screen.defaults);
  const send: Send = (event) => {
    if (event.type === 'step.changed' && 'data' in event) setData(event.data);
  };
  return <StepScreen flow={flow} screens={{ [screen.id]: screen }} view={viewOf(screen, data)} send={send} />;
}

function viewOf(screen: CompiledScreen, data: Answers): StepView {
  return {
    flow: 'bench',
    mode: 'NEW',
    state: 'editing',
    screen: screen.id,
    kind: 'form',
    busy: false,
    done: false,
    data,
    answers: { [screen.id]: data },
    locked: [],
    steps: [{ id: screen.id, title: 'Bench', status: 'current', canChoose: false }],
    position: 1,
    total: 1,
    can: { submit: true, back: false, close: true, confirm: false, retry: false, event: () => false },
    words: {},
    shown: {},
  };
}
