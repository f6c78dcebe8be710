import type { ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallInput } from '#api/client.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { awaitedBy } from '#screens/form/resolver.ts';
import alerts from '#schemas/division/alerts.json?screen';
import { DocumentForm } from '../../parts/document-form.tsx';
import { SaveFoot } from '../../parts/save-foot.tsx';

export type Settings = NonNullable<CallInput<'saveDivisionAlertDefaults'>['body']>;

interface Props {
  stored: Settings;
  /** Whose technicians can be chosen; 0: those of the division. */
  clientId: number;
  /** Shown are the company's: saved as they are, they become the organization's own and follow the company's no longer. */
  inherited?: boolean;
  busy: boolean;
  failure: CallFailed | undefined;
  onSave: (settings: Settings) => Promise<boolean>;
}

/** Fetches what the form waits for before it is opened. */
export function fetchFormSoon(): void {
  // A failed fetch is told, and tried again, when the form is drawn.
  awaitedBy([alerts])?.catch(() => undefined);
}

/** Whom alerts notify: the form of the division and of an organization. */
export function DefaultsForm({ stored, clientId, inherited = false, busy, failure, onSave }: Props): ReactNode {
  const { technicians, technicianIds, notificationChannelIds } = stored;
  return (
    <DocumentForm
      screen={alerts}
      stored={{
        technicians,
        notificationChannelIds,
        ...(technicianIds.length > 0 && { technicianIds }),
        clientId,
      }}
      busy={busy}
      failure={failure}
      onSave={(answers) => onSave(settingsOf(answers))}
      foot={({ changed, reset }) => (
        <SaveFoot changed={changed} savesUnchanged={inherited} busy={busy} failure={failure} onReset={reset} />
      )}
    />
  );
}

function settingsOf(answers: Answers): Settings {
  const { clientId: _, ...settings } = answers;
  return { technicianIds: [], notificationChannelIds: [], ...settings } as unknown as Settings;
}
