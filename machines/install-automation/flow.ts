import { and, assign } from 'xstate';
import { answersOf } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { defineEntityFlow, entityConfig, entitySetup, type EntityFlow } from '#engine/flow/entity-flow.ts';
import type { Answers, EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { takeFile } from '#engine/flow/job.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { effectKey, isUncertain } from '#engine/flow/refusal.ts';
import { shortHash } from '#engine/flow/short-hash.ts';
import { onlyStep } from '#engine/flow/step-states.ts';
import { uploadState } from '#engine/flow/upload-state.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import manifest from '#schemas/install-automation/flow.json';

const check = 'checkInstallAutomation';
const upload = 'createUpload';
/** The key of `files` under which the installer stands that was sent. */
const INSTALLER = 'installer';
const ICON = 'icon';
const calls = {
  read: 'readInstallAutomation',
  add: 'addInstallAutomation',
  save: 'saveInstallAutomation',
} as const;
const options: EntityFlow = {
  id: 'install-automation',
  manifest,
  calls,
  errors: { [calls.add]: ['upload_incomplete'], [calls.save]: ['upload_incomplete'] },
  refusedField: { file_needed: '/file', upload_incomplete: '/file' },
  fieldNames: { '/size': '/file' },
  uploads: [upload],
  saved: 'automation',
  words: { name: '/details/name' },
};

const { states, ...config } = entityConfig(options);
const details = onlyStep('details', { machine: options.id });
const detailsOf = (context: FlowContext) => answersOf(context, 'install-automation/details');

/** The file that was chosen now; none for an address, and where the stored one is kept. */
function chosenIn(context: FlowContext): string {
  const { uploadType, file } = detailsOf(context);
  return uploadType === 'FILE' ? (file ?? '') : '';
}

interface Pending {
  /** The icon, the installer or a helper file, as the form spells it. */
  file: string;
  purpose: 'installer-icon' | 'installer' | 'large-installer' | 'helper-file';
}

/** The field that asks for a file of this purpose. */
const fieldOf: Readonly<Record<Pending['purpose'], string>> = {
  'installer-icon': '/customIcon',
  installer: '/file',
  'large-installer': '/file',
  'helper-file': '/helperFiles',
};

/** The next file to send: the icon, which the server judges at once, the installer, then each helper file that is new (F05-13, F05-28, F05-29). */
function pendingIn(context: FlowContext): Pending | undefined {
  const { uploadId, skipScan, helperFiles = [], keptHelperFiles = [], helperUploads = [] } = detailsOf(context);
  const { customIcon = '', keptCustomIcon, customIconUploadId } = detailsOf(context);
  const isNew = customIcon !== '' && customIcon !== keptCustomIcon;
  if (isNew && (customIconUploadId === undefined || context.files?.[ICON] !== customIcon))
    return { file: customIcon, purpose: 'installer-icon' };
  const installer = chosenIn(context);
  // A file that nobody scans may be larger: it is announced for another purpose.
  if (installer !== '' && (uploadId === undefined || context.files?.[INSTALLER] !== installer))
    return { file: installer, purpose: skipScan === true ? 'large-installer' : 'installer' };
  const isSent = (file: string): boolean => helperUploads.some((sent) => sent.file === file);
  const file = helperFiles.find((one) => !keptHelperFiles.includes(one) && !isSent(one));
  return file === undefined ? undefined : { file, purpose: 'helper-file' };
}

/** Keeps what was sent: the upload of the icon, of the installer, or of the helper file that was pending. */
function putSent(context: FlowContext, uploadId: string): Partial<FlowContext> {
  const pending = pendingIn(context);
  if (pending?.purpose === 'installer-icon')
    return {
      ...putIn(context, { customIconUploadId: uploadId }),
      files: { ...context.files, [ICON]: pending.file },
    };
  if (pending?.purpose !== 'helper-file')
    return { ...putUpload(context, uploadId), files: { ...context.files, [INSTALLER]: chosenIn(context) } };
  const { helperUploads = [] } = detailsOf(context);
  return putIn(context, { helperUploads: [...helperUploads, { file: pending.file, uploadId }] });
}

function putIn({ answers }: FlowContext, more: Answers): Pick<FlowContext, 'answers'> {
  return { answers: { ...answers, details: { ...answers['details'], ...more } } };
}

/** What the server says of the file that is sent stands at the field that asks for it. */
function atItsField(context: FlowContext): Partial<FlowContext> {
  const { refusal } = context;
  const { '/file': words, ...fields } = refusal?.fields ?? {};
  const pending = pendingIn(context);
  if (refusal === undefined || words === undefined || pending === undefined) return {};
  return { refusal: { ...refusal, fields: { ...fields, [fieldOf[pending.purpose]]: words } } };
}

function checkRequest(context: FlowContext): Answers {
  const { name, categoriesIds, operatingSystems, architecture, runAs } = buildRequest(manifest, calls.add, context);
  return {
    ...(context.subject !== undefined && { id: Number(context.subject) }),
    name,
    categoriesIds,
    operatingSystems,
    ...(architecture !== undefined && { architecture }),
    ...(runAs !== undefined && { runAs }),
  };
}

/** The upload is an answer that the machine gives. */
function putUpload({ answers }: FlowContext, uploadId: string | undefined): Pick<FlowContext, 'answers'> {
  const { uploadId: _, ...details } = answers['details'] ?? {};
  return { answers: { ...answers, details: { ...details, ...(uploadId !== undefined && { uploadId }) } } };
}

/** An automation that installs an application: judged by the server, its file sent, then added or saved (F05-11 to F05-14). */
const machine = entitySetup(options, [check, upload])
  .extend({
    guards: {
      wasUncertain: ({ context: { refusal } }) => refusal !== undefined && isUncertain(refusal.code),
      needsUpload: ({ context }) => pendingIn(context) !== undefined,
    },
    actions: {
      takeFile: assign(({ context }) => takeFile(context, upload, pendingIn(context)?.file ?? '')),
      sayFile: assign(({ context }) => ({
        words: { ...context.words, file: readChosenFile(pendingIn(context)?.file)?.name ?? '' },
      })),
      // What the server refuses about the file is sent anew, and nothing else is.
      forgetGone: assign(({ context }) =>
        context.refusal?.fields?.['/file'] === undefined ? {} : putUpload(context, undefined),
      ),
      forgetHelpers: assign(({ context }) => {
        if (context.refusal?.fields?.['/helperFiles'] === undefined) return {};
        const { helperUploads: _, ...details } = context.answers['details'] ?? {};
        return { answers: { ...context.answers, details } };
      }),
      forgetIcon: assign(({ context }) => {
        if (context.refusal?.fields?.['/customIcon'] === undefined) return {};
        const { customIconUploadId: _, ...details } = context.answers['details'] ?? {};
        return { answers: { ...context.answers, details } };
      }),
      keepUpload: assign(({ context, event }) => putSent(context, replyIn<{ id: string }>(event).id)),
      sayAtItsField: assign(({ context }) => atItsField(context)),
    },
  })
  .createMachine({
    ...config,
    states: {
      ...states,
      editing: {
        ...states.editing,
        states: {
          details: {
            ...details,
            entry: ['forgetGone', 'forgetHelpers', 'forgetIcon'],
            on: {
              ...details.on,
              'step.submitted': [
                {
                  // Nobody knows whether the last request was done: it is repeated as it was.
                  guard: and(['wasUncertain', { type: 'submits', params: { screen: 'details' } }]),
                  target: '#install-automation.sending',
                  actions: 'keepAnswers',
                },
                {
                  guard: { type: 'submits', params: { screen: 'details' } },
                  target: '#install-automation.checking',
                  actions: 'keepAnswers',
                },
              ],
            },
          },
        },
      },
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: check,
          input: ({ context }): EffectInput => ({ body: checkRequest(context) }),
          onDone: 'sending',
          onError: { target: 'editing.details', actions: 'keepRefusal' },
        },
      },
      sending: {
        always: [
          { guard: 'needsUpload', target: 'uploading', actions: ['takeFile', 'sayFile'] },
          { guard: 'isEdit', target: 'saving' },
          { target: 'adding' },
        ],
      },
      uploading: uploadState(upload, {
        screen: 'uploading',
        request: (context) => {
          const { file, purpose } = pendingIn(context) ?? { file: '', purpose: 'installer' };
          const { name = '', size = 0 } = readChosenFile(file) ?? {};
          return {
            key: `${effectKey(context, upload)}-${shortHash(`${purpose} ${file}`)}`,
            body: { purpose, name, size },
            file,
          };
        },
        onDone: { target: 'sending', actions: ['keepUpload'] },
        onRefused: { target: 'editing.details', actions: ['sayAtItsField'] },
        onCancelled: { target: 'editing.details', actions: [] },
      }),
    },
  });

export default defineEntityFlow(options, machine, [check, upload]);
