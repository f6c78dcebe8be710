import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import type { Flow, FlowEvent, FlowOutput } from '#engine/flow/flow.ts';
import { fetchSoon } from '#screens/fetched-part.tsx';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { RowsSourceProvider } from '#screens/rows/rows-source.tsx';
import { TreeSourcesProvider } from '#screens/trees/tree-sources.tsx';
import { flowTitle } from '#engine/flow/title.ts';
import { submitThen } from '#screens/step/submit-then.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import { ScreenWordsProvider } from '#screens/words.tsx';
import { useAnnouncements } from '../live/live-context.ts';
import { useScreenWordsInUse } from '../words/screen-words.ts';
import type { FlowAddress } from './address.ts';
import { endOf, useFlowEnd } from './flow-end.ts';
import { DraftConflict, DraftNote, EditorShell, FlowModal, LeaveDialog, OtherEditors } from './flow-parts.ts';
import type { FlowSession } from './flow-session.ts';
import { optionSources } from './option-sources.ts';
import { treeSources } from './tree-sources.ts';
import { useRunItems } from './run-items.ts';
import { useAddressSync } from './use-address-sync.ts';
import { useLeave } from './use-leave.ts';
import { WithRowFlows } from './with-row-flows.tsx';
import styles from './flow.module.css';

interface Props {
  session: FlowSession;
  /** As its manifest says, or in front of another flow. */
  presentation: Flow['presentation'];
  /** Absent for a modal: it has no place in the address. */
  address: FlowAddress | undefined;
  onEnded: (output: FlowOutput) => void;
  /** Opens another draft, or what there is. */
  onReopen: (draft: string | undefined) => void;
}

const HOME = '/systemDashboard/overview';

/** A flow as the person sees it, in the presentation that its manifest asks for. */
export function RunningFlow({ session, presentation, address, onEnded, onReopen }: Props): ReactNode {
  const { flow, keeper } = session;
  const { screens, viewAt } = useSelector(session.shown, ({ context }) => context);
  const screenWords = useScreenWordsInUse();
  const trees = useMemo(() => treeSources(session.subject, screens), [session.subject, screens]);
  const runItems = useRunItems();
  const view = useSelector(session.actor, viewAt);
  const output = useSelector(session.actor, session.outputAt);
  const draft = useSelector(session.draft, ({ context }) => context);
  const { asking, answer, mayLeave } = useLeave(session, address);
  useAddressSync(session, view, address, onReopen);
  const send = useCallback((event: FlowEvent | { type: string }) => session.send(event), [session]);

  useAnnouncements(session.hear);

  useEffect(() => fetchSoon(LeaveDialog), []);

  const shown = useMemo(() => ({ ...flow, presentation }), [flow, presentation]);
  const tellEnd = useFlowEnd();
  const end = useEffectEvent((ended: FlowOutput) => {
    const { next, told } = endOf(flow, view.mode, ended);
    if (told !== undefined) tellEnd(told);
    onEnded(next === undefined ? ended : { ...ended, next });
  });
  useEffect(() => {
    if (output !== undefined) end(output);
  }, [output]);

  const leaveTo = async (next?: string) => {
    if (await mayLeave()) onEnded({ outcome: 'closed', ...(next === undefined ? {} : { next }) });
  };
  // Where no step is left, and while work is under way, the machine knows how to end.
  const close = () => ((view.position === 0 || view.busy) && closable ? send({ type: 'closed' }) : void leaveTo());
  // While an effect is under way that cannot be left, its reply decides where the flow goes.
  const closable = view.can.close;
  const title = flowTitle(flow, view);
  const last = view.steps.at(-1)?.id;
  const savesFromHere =
    view.mode === 'EDIT' && view.kind === 'form' && view.can.submit && screens[last ?? '']?.document.kind === 'summary';
  const onSave = savesFromHere
    ? () => submitThen(flow.id, 'save')
    : view.kind === 'summary' && view.can.submit
      ? () => send({ type: 'step.submitted', screen: view.screen, data: view.data })
      : undefined;
  const conflict = draft === 'conflict' && (
    <DraftConflict
      onMine={() => void keeper.keepMine()}
      onOther={() => void keeper.forgetMine().then(() => onReopen(session.id))}
    />
  );
  const screen = (
    <ScreenWordsProvider value={screenWords}>
      <OptionSourcesProvider value={optionSources}>
        {view.mode === 'EDIT' && (
          <OtherEditors session={session} open={view.over === undefined && output === undefined} />
        )}
        <RowsSourceProvider value={runItems}>
          <TreeSourcesProvider value={trees}>
            <WithRowFlows session={session}>
              <StepScreen flow={shown} screens={screens} view={view} send={send} />
            </WithRowFlows>
          </TreeSourcesProvider>
        </RowsSourceProvider>
      </OptionSourcesProvider>
    </ScreenWordsProvider>
  );
  const dialog = asking && <LeaveDialog opened keeps={flow.drafts !== 'none'} onChoice={answer} />;

  switch (presentation) {
    case 'modal':
      return (
        <>
          <FlowModal
            opened={output === undefined}
            onClose={() => closable && close()}
            title={title}
            width={flow.width ?? 640}
            height={flow.height}
            closeOnClickOutside={false}
          >
            {screen}
          </FlowModal>
          {dialog}
        </>
      );
    case 'page':
      return (
        <div className={styles.page}>
          {screen}
          {dialog}
        </div>
      );
    case 'full-screen':
      return (
        <EditorShell
          title={title}
          // Once the job is done there is nothing left to go on with.
          note={view.over === true ? undefined : <DraftNote status={draft} />}
          onSave={onSave}
          onClose={close}
          closable={closable}
          onHome={() => closable && void leaveTo(HOME)}
        >
          {conflict}
          {screen}
          {dialog}
        </EditorShell>
      );
    default:
      return unreachable(presentation);
  }
}

function unreachable(presentation: never): never {
  throw new Error(`there is no presentation "${String(presentation)}"`);
}
