import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import screens from 'virtual:scale-screens';
import { entityFlow } from '#engine/flow/entity-flow.ts';
import type { Flow, FlowManifest } from '#engine/flow/flow.ts';
import type { Pointer } from '#engine/document/document.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import { createFlowSession, type FlowSession } from '#src/flow/flow-session.ts';
import { localDrafts } from '#src/flow/local-drafts.ts';
import { answers, STEPS } from './document.ts';

const forms = Array.from({ length: STEPS }, (_, index) => `step-${index + 1}`);
const manifest: FlowManifest & Required<Pick<FlowManifest, 'stepper' | 'sends'>> = {
  title: { NEW: 'Add a site', EDIT: 'Edit site' },
  presentation: 'full-screen',
  drafts: 'server',
  stepper: [...forms, 'confirm'].map((screen) => ({ screen })),
  sends: { addSite: { body: bodyOf() } },
  needs: {},
};
const flow: Flow = {
  ...manifest,
  ...entityFlow({
    id: 'scale',
    manifest,
    calls: { read: 'readSite', add: 'addSite', save: 'addSite' },
    saved: 'site',
    words: {},
  }),
};

/** Every answer is sent. */
function bodyOf(): Record<Pointer, Pointer> {
  return Object.fromEntries(
    forms.flatMap((form) => Object.keys(answers).map((name) => [`/${form}/${name}`, `/${form}/${name}`])),
  );
}

const session = createFlowSession({
  flow,
  screens,
  door: () => Promise.reject(new Error('the bench sends nothing')),
  input: {
    instance: crypto.randomUUID(),
    mode: 'NEW',
    now: new Date().toISOString(),
    answers: Object.fromEntries(forms.map((form) => [form, answers])),
    passed: forms,
  },
  drafts: {
    owner: 'bench',
    local: localDrafts(localStorage),
    server: {
      read: () => Promise.resolve(undefined),
      list: () => Promise.resolve([]),
      save: ({ revision }) => Promise.resolve(revision),
      remove: () => Promise.resolve(),
    },
    now: () => new Date().toISOString(),
  },
});

function Page({ session: { actor, viewAt, send } }: { session: FlowSession }): ReactNode {
  const view = useSelector(actor, viewAt);
  return <StepScreen flow={flow} screens={screens} view={view} send={send} />;
}

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <MantineProvider>
    <Page session={session} />
  </MantineProvider>,
);
