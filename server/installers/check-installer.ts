import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { spellChosenFile, type ChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { parameterWords, trimParameters } from '../scripts/check-script.ts';
import type { Services } from '../services.ts';

export type InstallInput = BodyOf<Catalogue['addInstallAutomation']>;
type CheckedInput = BodyOf<Catalogue['checkInstallAutomation']>;
type Screens = Pick<Services, 'screens'>;

/** Fields of the screen that a request has under another name. */
const renamed: Readonly<Record<string, string>> = { '/operatingSystem': '/operatingSystems' };

/** What the pre-check has: no file yet, so what is said of one does not count (F05-33). @throws Refused `invalid_input` */
export function checkBeforeUpload({ screens }: Screens, body: CheckedInput): void {
  const found = screens.check('install-automation', 'details', { ...answersOf(body), uploadType: 'FILE' });
  requireAnswers(inRequest(found.filter(({ pointer }) => pointer !== '/file')));
}

/**
 * Judges the body by the screen of the flow `install-automation`, with the file that is sent or kept, and what no screen judges.
 * @throws Refused `invalid_input`
 */
export function checkInstaller(
  { screens }: Screens,
  body: InstallInput,
  file: Omit<ChosenFile, 'modified'> | undefined,
) {
  const scriptParameters = trimParameters(body.scriptParameters ?? []);
  const description = (body.description ?? '').trim();
  const { uploadType, url, sha256, useFirstParametersOptionAsDefault = false, defaultTimeout = 600 } = body;
  const found = screens.check('install-automation', 'details', {
    ...answersOf(body),
    ...(description && { description }),
    uploadType,
    ...(uploadType === 'URL' && { ...(url !== undefined && { url: url.trim() }), ...(sha256 && { sha256 }) }),
    ...(uploadType === 'FILE' && { skipScan: body.skipScan ?? false, ...(file && { file: spelled(file) }) }),
    defaultTimeout,
    ...(body.helperFiles && body.helperFiles.length > 0 && { helperFiles: body.helperFiles }),
    ...(body.customIcon && { customIcon: body.customIcon }),
  });
  requireAnswers(inRequest(found));
  requireFields({ '/scriptParameters': parameterWords(scriptParameters) });
  return {
    name: body.name.trim(),
    description,
    operatingSystems: body.operatingSystems,
    architecture: architectureOf(body),
    categoriesIds: body.categoriesIds,
    scriptParameters,
    useFirstParametersOptionAsDefault,
    defaultRunAs: body.runAs ?? '',
    defaultTimeout,
  };
}

function spelled(file: Omit<ChosenFile, 'modified'>): string {
  return spellChosenFile({ ...file, modified: 0 });
}

function answersOf({ name, categoriesIds, operatingSystems, architecture, runAs }: CheckedInput) {
  const [operatingSystem] = operatingSystems;
  return {
    name: name.trim(),
    categoriesIds,
    operatingSystem,
    ...(operatingSystem !== 'Mac' && architecture !== undefined && { architecture }),
    ...(runAs && { runAs }),
  };
}

/** F05-18 */
function architectureOf({ operatingSystems, architecture = [] }: InstallInput): ('64' | '32')[] {
  const forMac = operatingSystems.includes('Mac');
  requireFields({
    '/architecture': forMac && architecture.includes('32') ? 'Mac installers are for 64-bit alone' : undefined,
  });
  return forMac ? ['64'] : architecture;
}

function inRequest<Found extends { pointer: string }>(found: Found[]): Found[] {
  return found.map((error) => ({ ...error, pointer: renamed[error.pointer] ?? error.pointer }));
}
