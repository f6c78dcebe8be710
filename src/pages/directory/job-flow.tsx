import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { readAnswers } from '#engine/flow/read-answers.ts';
import type { FlowOutput } from '#engine/flow/flow.ts';
import manifest from '#schemas/directory-discovery/flow.json';
import { useCall } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';

type Whole = CallReply<'readDirectoryJob'>;

interface Props {
  id: number;
  /** An ad hoc job is run, a scheduled one is edited. */
  mode: 'run' | 'edit';
  onEnded: (output: FlowOutput) => void;
}

/** The wizard with the values of a saved job (F04-21). */
export function JobFlow(props: Props): ReactNode {
  const t = useWords();
  const job = useCall('readDirectoryJob', { params: { id: props.id } });
  return (
    <DataState of={job} failed={t('directoryJob.openFailed')}>
      {(whole) => <Opened {...props} job={whole} />}
    </DataState>
  );
}

function Opened({ job, mode, onEnded }: Props & { job: Whole }): ReactNode {
  // As it was when it was opened: a live message must not begin it anew.
  const [wish] = useState(() => {
    const { computers, ...answers } = readAnswers(manifest, 'addDirectoryJob', job);
    return {
      subject: String(job.id),
      answers: mode === 'edit' || computers === undefined ? answers : { ...answers, computers },
      params: { revision: String(job.revision) },
    };
  });
  return <FlowHost flowId="directory-discovery" mode={mode === 'edit' ? 'EDIT' : 'NEW'} {...wish} onEnded={onEnded} />;
}
