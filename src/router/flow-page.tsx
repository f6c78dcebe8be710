import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { FlowOutput } from '#engine/flow/flow.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { currentTrail } from '../shell/trail.ts';
import { parseHash } from '../start/hash.ts';
import { flowParams } from './flow-params.ts';
import type { FlowRoute } from './flow-paths.ts';

/** A flow at its own route, full-screen. When it ends, back to the page that it was opened from. */
export function FlowPage({ flowId, mode, copies }: FlowRoute): ReactNode {
  const navigate = useNavigate();
  const id = useParams({ strict: false, select: (params: { id?: string }) => params.id });
  // The flow writes its draft and step into the address itself; what it was opened with is read once.
  const [opened] = useState(() => flowParams(parseHash(window.location.hash).search));
  const [openedFrom] = useState(() => currentTrail().at(-1)?.path ?? '/systemDashboard/overview');
  const ended = ({ next }: FlowOutput): void => void navigate({ to: next ?? openedFrom });
  const subject = id === undefined ? {} : copies ? { copyOf: id } : { subject: id };
  return <FlowHost flowId={flowId} mode={mode} {...subject} {...opened} onEnded={ended} />;
}
