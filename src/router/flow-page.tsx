import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Answers, FlowOutput } from '#engine/flow/flow.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { currentTrail } from '../shell/trail.ts';
import { parseHash } from '../start/hash.ts';
import { flowParams } from './flow-params.ts';
import type { FlowRoute } from './flow-paths.ts';

/** A full-screen flow at its own route. When it ends, it returns to the page that opened it. */
export function FlowPage({
  flowId,
  mode,
  copies,
  answers,
}: Pick<FlowRoute, 'flowId' | 'mode' | 'copies'> & {
  /** Answers to begin with, by screen, in place of those of the address. */
  answers?: Readonly<Record<string, Answers>>;
}): ReactNode {
  const navigate = useNavigate();
  const id = useParams({ strict: false, select: (params: { id?: string }) => params.id });
  // Read the initial parameters once, because the flow writes its draft and step into the URL.
  const [opened] = useState(() => flowParams(parseHash(window.location.hash).search));
  const [openedFrom] = useState(() => currentTrail().at(-1)?.path ?? '/systemDashboard/overview');
  const ended = ({ next }: FlowOutput): void => void navigate({ to: next ?? openedFrom });
  const subject = id === undefined ? {} : copies ? { copyOf: id } : { subject: id };
  const begun = answers === undefined ? opened : { ...opened, answers };
  return <FlowHost flowId={flowId} mode={mode} {...subject} {...begun} onEnded={ended} />;
}
