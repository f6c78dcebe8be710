import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { CallReply } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { scriptRunPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { ChooseDevices } from './choose-devices.tsx';
import { ChooseScript } from './choose-script.tsx';
import { nameDevices } from './name-devices.ts';
import type { TargetDevice } from './script.ts';

interface Props {
  /** Chosen already; the person chooses one otherwise. */
  scriptId?: number;
  devices?: readonly TargetDevice[];
  onClose(): void;
}

/** Runs a script on devices, and goes on to the page of the run. */
export function RunScript({ onClose, ...given }: Props): ReactNode {
  const [scriptId, setScriptId] = useState(given.scriptId);
  const [devices, setDevices] = useState(given.devices);
  if (scriptId === undefined) return <ChooseScript devices={devices ?? []} onChosen={setScriptId} onClose={onClose} />;
  if (devices === undefined) return <ChooseDevices onChosen={setDevices} onClose={onClose} />;
  return <RunFlow scriptId={scriptId} devices={devices} onClose={onClose} />;
}

function RunFlow({ scriptId, devices, onClose }: Required<Props>): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return (
    <FlowHost
      flowId="run-script"
      mode="NEW"
      subject={String(scriptId)}
      params={{ devices: devices.map(({ id }) => id).join(','), deviceNames: nameDevices(devices, t) }}
      onEnded={({ outcome, reply }) => {
        onClose();
        if (outcome !== 'finished') return;
        refresh('listScriptRuns', 'listDeviceCommands');
        void navigate({ to: scriptRunPath((reply as CallReply<'startScriptRun'>).id) });
      }}
    />
  );
}
