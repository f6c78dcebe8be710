import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { keepsCustomFields } from '#engine/document/custom-fields.ts';
import { readVariantName } from '#engine/document/variant.ts';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { defaultLanguage, useWords } from '../../words/words.ts';
import { CheckResult, Problems } from './check-result.tsx';
import { DocumentFile } from './document-file.tsx';
import { DocumentText } from './document-text.tsx';
import { withText } from './document-words.ts';
import { EditPreview } from './edit-preview.tsx';
import { FieldList } from './field-list.tsx';
import { CompiledScreen } from './known-choices.ts';
import { parseDocument, writeDocument } from './parse-document.ts';
import { PublishModal } from './publish-modal.tsx';
import { RepositoryNotice } from './repository-notice.tsx';
import { ScheduledNotice } from './scheduled-notice.tsx';
import { ScreenChanges } from './screen-changes.tsx';
import { ScreenTranslations } from './screen-translations.tsx';
import { ScreenVersions } from './screen-versions.tsx';
import styles from './screen-editor.module.css';
import { StaleNotice } from './stale-notice.tsx';
import { useEditedFlow } from './use-edited-flow.ts';
import { useCheck } from './use-check.ts';
import { useScreenEdit, type ScreenEdit } from './use-screen-edit.ts';

type Edited = CallReply<'readEditedScreen'>;

interface Props {
  edited: Edited;
  /** Called after a publish, a discard or a roll-back. */
  onBegun: () => void;
}

export function ScreenEditor({ edited, onBegun }: Props): ReactNode {
  const t = useWords();
  const { flow, screen } = edited;
  const own = readVariantName(screen).screen;
  const edit = useScreenEdit(edited);
  const [how, setHow] = useState('fields');
  const [asks, setAsks] = useState<'publish' | 'discard'>();
  const [language, setLanguage] = useState<string>(defaultLanguage);
  const [into, setInto] = useState<string>();
  const shown = useEditedFlow(flow, screen, edit);
  const shownFlow = shown.shown.data?.loaded;
  const check = useCheck({ flow, screen });
  const drop = useAct('dropScreenEdit', { failed: t('studio.editor.discardFailed') });
  const document = parseDocument(edit.text);
  const title = document?.title ?? own;
  const kept = edit.kept?.text === edit.text ? edit.kept : undefined;
  const problems = kept?.problems ?? [];
  const mayPublish = edit.isChanged && kept !== undefined && problems.length === 0 && document !== undefined;
  const change = (text: string): void => {
    check.forget();
    edit.change(text);
  };
  return (
    <CompiledScreen value={shownFlow?.screens[own]?.document}>
      <div className={styles.page}>
        <StaleNotice edited={edited} edit={edit} onText={change} />
        <RepositoryNotice repository={edited.repository} text={edit.text} onText={change} />
        <ScheduledNotice edited={edited} onRefused={check.tell} onBegun={onBegun} />
        <CheckResult check={check} flow={flow} screen={screen} />
        <div className={styles.columns}>
          <Card
            title={t('studio.editor.change')}
            text={<State edit={edit} edited={edited} />}
            actions={
              <Group gap="xs">
                <ActionIcon
                  variant="default"
                  aria-label={t('studio.editor.undo')}
                  disabled={!edit.canUndo}
                  onClick={edit.undo}
                >
                  <IconArrowBackUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('studio.editor.redo')}
                  disabled={!edit.canRedo}
                  onClick={edit.redo}
                >
                  <IconArrowForwardUp size={16} />
                </ActionIcon>
                <DocumentFile flow={flow} screen={screen} text={edit.text} onText={change} />
                <Button
                  size="xs"
                  variant="default"
                  disabled={!mayPublish}
                  loading={check.busy}
                  onClick={() => void check.run()}
                >
                  {t('studio.editor.check')}
                </Button>
                <Button size="xs" disabled={!mayPublish || check.busy} onClick={() => setAsks('publish')}>
                  {t('studio.editor.publish')}
                </Button>
              </Group>
            }
          >
            <div className={styles.edit}>
              <SegmentedControl
                size="xs"
                aria-label={t('studio.editor.how')}
                data={(['fields', 'translations', 'document'] as const).map((value) => ({
                  value,
                  label: t(`studio.editor.${value}`),
                }))}
                value={how}
                onChange={setHow}
              />
              <Problems problems={problems} />
              {how === 'document' ? (
                <DocumentText text={edit.text} invalid={problems.length > 0} onChange={change} />
              ) : document === undefined ? (
                <p className={styles.quiet}>{t('studio.editor.unreadable')}</p>
              ) : how === 'translations' && shown.shown.data === undefined && shown.sound === undefined ? (
                <p className={styles.quiet}>{t('studio.editor.unreadable')}</p>
              ) : how === 'translations' ? (
                <DataState of={shown.shown} failed={t('studio.notLoaded')}>
                  {({ loaded }) => (
                    <ScreenTranslations
                      document={document}
                      compiled={loaded.screens[own]?.document ?? document}
                      language={into}
                      onLanguage={(next) => {
                        setInto(next);
                        setLanguage(next);
                      }}
                      onChange={(next) => change(writeDocument(next))}
                    />
                  )}
                </DataState>
              ) : (
                <FieldList
                  document={document}
                  keepsFields={shownFlow === undefined || keepsCustomFields(shownFlow.flow)}
                  onChange={(next) => change(writeDocument(next))}
                />
              )}
              {edit.isChanged ? (
                <Group justify="flex-end">
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    disabled={kept === undefined}
                    onClick={() => setAsks('discard')}
                  >
                    {t('studio.editor.discard')}
                  </Button>
                </Group>
              ) : null}
            </div>
          </Card>
          <EditPreview
            screen={own}
            edit={edit}
            edited={shown}
            language={language}
            onLanguage={setLanguage}
            onText={(pointer, before, after) => {
              if (document !== undefined) change(writeDocument(withText(document, pointer, before, after)));
            }}
          />
        </div>
        {edit.isChanged ? (
          <Card title={t('studio.editor.changes')} text={t('studio.editor.changesText')}>
            <ScreenChanges before={edited.text} after={edit.text} />
          </Card>
        ) : null}
        <ScreenVersions edited={edited} title={title} onRolledBack={onBegun} />
        {asks === 'publish' ? (
          <PublishModal
            edited={edited}
            text={edit.text}
            title={title}
            onRefused={(judged) => {
              check.tell(judged);
              setAsks(undefined);
            }}
            onPublished={() => {
              setAsks(undefined);
              onBegun();
            }}
            onClose={() => setAsks(undefined)}
          />
        ) : null}
        <ConfirmModal
          opened={asks === 'discard'}
          title={t('studio.editor.discardTitle', { title })}
          text={t('studio.editor.discardText')}
          act={t('studio.editor.discard')}
          danger
          busy={drop.busy}
          failure={drop.failure?.message}
          onConfirm={() =>
            void drop.run({ params: { flow, screen } }).then((done) => {
              if (done === undefined) return;
              setAsks(undefined);
              onBegun();
            })
          }
          onClose={() => setAsks(undefined)}
        />
      </div>
    </CompiledScreen>
  );
}

/** Which version is in use, whether the change is kept, and who else changes the screen. */
function State({
  edit,
  edited: { number, versions, others, organization },
}: {
  edit: ScreenEdit;
  edited: Edited;
}): ReactNode {
  const t = useWords();
  const isShipped = versions[0]?.asShipped ?? true;
  const first =
    organization === null ? t('studio.editor.shippedInUse') : t('studio.editor.generalInUse', { organization });
  const inUse = isShipped ? first : t('studio.editor.inUse', { number });
  const kept =
    edit.keeping === 'failed'
      ? t('studio.editor.notKept', { reason: edit.failure?.message ?? '' })
      : !edit.isChanged
        ? t('studio.editor.noChange')
        : t(edit.keeping === 'kept' ? 'studio.editor.kept' : 'studio.editor.keeping');
  return (
    <span role="status">
      {inUse}. {kept}
      {others.length === 0
        ? null
        : ` ${t('studio.editor.others', { names: others.map(({ name }) => name).join(', ') })}`}
    </span>
  );
}
