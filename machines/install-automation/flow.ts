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

/** A file that nobody scans may be larger: it is announced for another purpose. */
function purposeOf(context: FlowContext): string {
  return detailsOf(context).skipScan === true ? 'large-installer' : 'installer';
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
      needsUpload: ({ context }) => {
        const file = chosenIn(context);
        if (file === '') return false;
        return detailsOf(context).uploadId === undefined || context.files?.[upload] !== file;
      },
    },
    actions: {
      takeFile: assign(({ context }) => takeFile(context, upload, chosenIn(context))),
      sayFile: assign(({ context }) => ({
        words: { ...context.words, file: readChosenFile(chosenIn(context))?.name ?? '' },
      })),
      forgetUploaded: assign(({ context }) => putUpload(context, undefined)),
      // What the server refuses about the file is sent anew, and nothing else is.
      forgetGone: assign(({ context }) =>
        context.refusal?.fields?.['/file'] === undefined ? {} : putUpload(context, undefined),
      ),
      keepUpload: assign(({ context, event }) => putUpload(context, replyIn<{ id: string }>(event).id)),
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
            entry: 'forgetGone',
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
          { guard: 'needsUpload', target: 'uploading', actions: ['forgetUploaded', 'takeFile', 'sayFile'] },
          { guard: 'isEdit', target: 'saving' },
          { target: 'adding' },
        ],
      },
      uploading: uploadState(upload, {
        screen: 'uploading',
        request: (context) => {
          const file = chosenIn(context);
          const purpose = purposeOf(context);
          const { name = '', size = 0 } = readChosenFile(file) ?? {};
          return {
            key: `${effectKey(context, upload)}-${shortHash(`${purpose} ${file}`)}`,
            body: { purpose, name, size },
            file,
          };
        },
        onDone: { target: 'sending', actions: ['keepUpload'] },
        onRefused: { target: 'editing.details', actions: [] },
        onCancelled: { target: 'editing.details', actions: [] },
      }),
    },
  });

export default defineEntityFlow(options, machine, [check, upload]);
