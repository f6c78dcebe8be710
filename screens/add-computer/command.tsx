import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { useFormat } from '../shared/format.ts';
import { installCommands, isLoopback, type InstallCommand } from './install-commands.ts';
import styles from './command.module.css';

/** The command with its one-time token, told once, and what is in the way of using it. */
export default function CommandPart({ view }: SpecialPartProps): ReactNode {
  const format = useFormat();
  const { enrollment } = view.shown;
  const [system, setSystem] = useState<InstallCommand['id']>();
  if (enrollment === undefined) return null;
  const { programUrl, serverUrl, uses, expiresAt, packages } = enrollment;
  if (programUrl === null)
    return (
      <Warning>
        This server runs from its sources and has no built agent to hand out. Run npm run build where it stands, then
        make the command again.
      </Warning>
    );
  const commands = installCommands(enrollment, programUrl);
  const chosen = commands.find(({ id }) => id === system) ?? commands[0];
  if (!chosen) return null;
  return (
    <div className={styles.command}>
      {isLoopback(serverUrl) && (
        <Warning>
          Cairn listens on {new URL(serverUrl).host}, which other computers do not reach. Start it with CAIRN_HOST and
          CAIRN_PUBLIC_URL set to an address of this network; until then the command works on this computer alone.
        </Warning>
      )}
      <SegmentedControl
        aria-label="Where the command is run"
        className={styles.systems}
        value={chosen.id}
        onChange={(id) => setSystem(id as InstallCommand['id'])}
        data={commands.map(({ id, label }) => ({ value: id, label }))}
      />
      <pre className={styles.text} tabIndex={0} aria-label={`Command for ${chosen.label}`}>
        {chosen.text}
      </pre>
      <div className={styles.line}>
        <CopyButton text={chosen.text} subject="the command" label="Copy command" />
        <span className={styles.note}>
          {uses === 1 ? 'For one computer' : `For up to ${uses} computers`}, until {format.exact(expiresAt)}.
        </span>
      </div>
      {chosen.id === 'groupPolicy' && (
        <p className={styles.note}>
          Save it as a .ps1 file, and add it to a group policy of the OU below Computer Configuration, Windows Settings,
          Scripts, Startup. The computers need Node 20.19 or later. Each computer of the OU gets the agent at its next
          restart.
        </p>
      )}
      {chosen.id === 'debian' && (
        <p className={styles.note}>
          For {packages.map(({ architecture }) => architecture).join(' and ')}. The package needs no Node, and systemd
          starts the agent with the computer.
        </p>
      )}
      <p className={styles.note} hidden={chosen.id === 'groupPolicy' || chosen.id === 'debian'}>
        The computer needs Node 20.19 or later. To keep the agent running after a restart, start it from a system
        service with the same file and settings. The service does not need the token: the agent keeps its own key once
        it is enrolled.
      </p>
    </div>
  );
}

function Warning({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={styles.warning} role="note">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
