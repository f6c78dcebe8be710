import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { longestScript } from '#api/contract/agent-methods/script.ts';
import { FileZone } from '#screens/form/widgets/file-zone.tsx';
import zone from '#screens/form/widgets/file.module.css';
import { EditorShell } from '../../flow/flow-parts.ts';
import { FlowPage } from '../../router/flow-page.tsx';
import { flowParams } from '../../router/flow-params.ts';
import { libraryPath } from '../../shell/script-paths.ts';
import { parseHash } from '../../start/hash.ts';
import { useWords } from '../../words/words.ts';
import { readScriptFile, scriptExtensions, type FileRefusal, type ImportedScript } from './script-file.ts';
import styles from './scripts.module.css';

/** A file becomes the text of a new script, which the person completes and saves (C12-13). */
export default function ImportScriptPage(): ReactNode {
  const [imported, setImported] = useState<ImportedScript>();
  // After a reload the draft has the text.
  const [resumes] = useState(() => flowParams(parseHash(window.location.hash).search).draft !== undefined);
  if (resumes) return <FlowPage flowId="script" mode="NEW" />;
  if (imported) return <FlowPage flowId="script" mode="NEW" answers={{ details: { ...imported } }} />;
  return <ChooseFile onImported={setImported} />;
}

function ChooseFile({ onImported }: { onImported(script: ImportedScript): void }): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<{ why: FileRefusal; file: string }>();
  const extensions = scriptExtensions.join(', ');
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    const found = await readScriptFile(file);
    if ('script' in found) onImported(found.script);
    else setRefused({ why: found.refused, file: file.name });
  };
  return (
    <EditorShell
      title={t('script.importTitle')}
      onClose={() => void navigate({ to: libraryPath })}
      onHome={() => void navigate({ to: '/systemDashboard/overview' })}
    >
      <div className={styles.import}>
        <h1>{t('script.importTitle')}</h1>
        <p>{t('script.importText')}</p>
        <span id="script-file-label" className={styles.label}>
          {t('script.importFile')}
        </span>
        <FileZone
          id="script-file"
          labelId="script-file-label"
          describedBy="script-file-types script-file-refusal"
          accept={scriptExtensions.join()}
          invalid={refused !== undefined}
          onFiles={(files) => void take(files)}
        >
          <IconFileUpload size={20} aria-hidden />
          <span className={zone.words}>
            <strong>{t('script.importChoose')}</strong>
            <span className={zone.note} id="script-file-types">
              {t('script.importTypes', { extensions, characters: longestScript })}
            </span>
          </span>
        </FileZone>
        <p id="script-file-refusal" role="alert" className={styles.refusal}>
          {refused
            ? t(`script.importFailed_${refused.why}`, { file: refused.file, extensions, characters: longestScript })
            : ''}
        </p>
      </div>
    </EditorShell>
  );
}
