import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { IconEyeOff } from '@tabler/icons-react';
import { CallFailed } from '#api/call-failed.ts';
import { readVariantName } from '#engine/document/variant.ts';
import { useCall } from '../../data/use-call.ts';
import { flowTitle } from './flow-title.ts';
import { flowManifests } from '../../flow/registry.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { titleIn } from './parse-document.ts';
import { studioFlowPath, studioPath } from './paths.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { ScreenEditor } from './screen-editor.tsx';

/** A screen of a flow: its fields and its document, what it looks like, and what was published of it. */
export default function ScreenEditorPage(): ReactNode {
  const t = useWords();
  const { flow = '', screen = '' } = useParams({ strict: false }) as { flow?: string; screen?: string };
  const manifest = flowManifests.get(flow);
  const read = useCall('readEditedScreen', { params: { flow, screen } }, { enabled: manifest !== undefined });
  // Remounts the editor after a publish, a discard or a roll-back.
  const [round, setRound] = useState(0);
  if (manifest === undefined) return <NotFound />;
  const { screen: own } = readVariantName(screen);
  const title = read.data === undefined ? own : (titleIn(read.data.text) ?? own);
  const organization = read.data?.organization ?? null;
  const isUnknown = read.error instanceof CallFailed && read.error.code === 'not_found';
  return (
    <Page
      title={
        organization === null
          ? t('studio.editor.title', { title })
          : t('studio.editor.titleFor', { title, organization })
      }
      description={t(organization === null ? 'studio.editor.text' : 'studio.editor.textFor', { screen: own, flow })}
      {...(read.data?.variants && {
        actions: <OrganizationSelect flow={flow} screen={screen} variants={read.data.variants} />,
      })}
      parents={[
        { path: studioPath, title: t('studio.title') },
        { path: studioFlowPath(flow), title: flowTitle(flow) },
      ]}
    >
      {isUnknown ? (
        <Message
          icon={<IconEyeOff size={28} stroke={1.5} />}
          title={t('studio.editor.notEdited')}
          text={t('studio.editor.notEditedText')}
          tall
        />
      ) : (
        <DataState of={read} failed={t('studio.editor.notLoaded')} tall>
          {(edited) => (
            <ScreenEditor
              key={`${flow}/${screen} ${round}`}
              edited={edited}
              onBegun={() => void read.refetch().then(() => setRound((before) => before + 1))}
            />
          )}
        </DataState>
      )}
    </Page>
  );
}
