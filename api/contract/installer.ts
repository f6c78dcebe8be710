import { Type } from 'typebox';
import { RunAs, scriptTime } from './agent-methods/script.ts';
import { Attachment, attachmentUses, reviewStates, SignedUrl, uploadTypes } from './attachments.ts';
import { call } from './call.ts';
import { scriptArchitectures, scriptSystems } from './script.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Revision, Saved, Text, Uuid } from './shapes.ts';

const SHA256 = '^([0-9a-fA-F]{64})?$';
const longestUrl = 2000;
const ChosenFile = Text(300);

const checked = {
  name: Text(100),
  categoriesIds: Type.Array(Id, { maxItems: 20 }),
  operatingSystems: Type.Array(OneOf(scriptSystems), { minItems: 1, maxItems: 1 }),
  /** 64 alone with Mac (F05-18). */
  architecture: Type.Optional(Type.Array(OneOf(scriptArchitectures), { maxItems: 2 })),
  runAs: Type.Optional(RunAs),
};

/** F05-33: what the server judges before a file is sent. */
const CheckInput = Closed({ id: Type.Optional(Id), ...checked });

/** F05-34 */
const InstallInput = Closed({
  ...checked,
  description: Type.Optional(Text(1000)),
  uploadType: OneOf(uploadTypes),
  url: Type.Optional(Text(longestUrl)),
  /** Of the file behind the address, for devices to check it by. */
  sha256: Type.Optional(Type.String({ maxLength: 64, pattern: SHA256 })),
  /** A complete upload of the caller's, which is used up. */
  uploadId: Type.Optional(Uuid),
  /** The file that the automation has already. */
  attachmentId: Type.Optional(Uuid),
  /** Its name; the server knows it, and a form that was read has it. */
  fileName: Type.Optional(Text(255)),
  /** F05-39: up to 25 GiB, and nobody looks for malware. */
  skipScan: Type.Optional(Type.Boolean()),
  scriptParameters: Type.Optional(Type.Array(Text(100_000), { maxItems: 1000 })),
  useFirstParametersOptionAsDefault: Type.Optional(Type.Boolean()),
  defaultTimeout: Type.Optional(Type.Integer(scriptTime)),
  /** F05-28: the helper files, as the form spells each; those that are new have an upload. */
  helperFiles: Type.Optional(Type.Array(ChosenFile, { maxItems: 20 })),
  helperUploads: Type.Optional(Type.Array(Closed({ file: ChosenFile, uploadId: Uuid }), { maxItems: 20 })),
  /** Those that the automation has; the server knows them, and a form that was read has them. */
  keptHelperFiles: Type.Optional(Type.Array(ChosenFile, { maxItems: 20 })),
  /** F05-29: the icon, as the form spells it; one that is new has an upload. */
  customIcon: Type.Optional(ChosenFile),
  customIconUploadId: Type.Optional(Uuid),
  /** The one that the automation has; the server knows it, and a form that was read has it. */
  keptCustomIcon: Type.Optional(ChosenFile),
  /** F05-09, C12-20: scripts of the library. */
  preExecutionScript: Type.Optional(Nullable(Id)),
  postExecutionScript: Type.Optional(Nullable(Id)),
});

/** An automation that installs an application, as its form reads it. */
export const InstallAutomation = Type.Object({
  id: Id,
  revision: Revision,
  name: Type.String(),
  description: Type.String(),
  categoriesIds: Type.Array(Id),
  operatingSystems: Type.Array(OneOf(scriptSystems)),
  architecture: Type.Array(OneOf(scriptArchitectures)),
  runAs: Type.String(),
  uploadType: OneOf(uploadTypes),
  url: Type.Union([Type.String(), Type.Null()]),
  sha256: Type.Union([Type.String(), Type.Null()]),
  attachmentId: Nullable(Uuid),
  fileName: Nullable(Type.String()),
  skipScan: Type.Boolean(),
  scriptParameters: Type.Array(Type.String()),
  useFirstParametersOptionAsDefault: Type.Boolean(),
  defaultTimeout: Type.Integer(),
  helperFiles: Type.Array(Type.String({ format: 'chosen-file' })),
  keptHelperFiles: Type.Array(Type.String({ format: 'chosen-file' })),
  customIcon: Nullable(Type.String({ format: 'chosen-file' })),
  keptCustomIcon: Nullable(Type.String({ format: 'chosen-file' })),
  preExecutionScript: Nullable(Id),
  postExecutionScript: Nullable(Id),
});

/** C12-15: an automation whose file is processed or was refused. */
const Reviewed = Type.Object({
  id: Id,
  name: Type.String(),
  attachment: Attachment,
  uploadedBy: Type.String(),
  uploadedAt: Instant,
});

const install = '/scripting/scripts/upload-application';

export const installerCalls = {
  checkInstallAutomation: call({
    method: 'POST',
    path: '/scripting/scripts/mfa-pre-upload',
    summary: 'Judges an install automation before its file is sent',
    body: CheckInput,
    reply: Done,
    errors: [],
    permission: 'SCRIPT_CATEGORY:Create',
    changesNothing: true,
    rate: { max: 120, seconds: 60 },
  }),
  readInstallAutomation: call({
    method: 'GET',
    path: `${install}/:id`,
    summary: 'One install automation',
    params: IdParams,
    reply: InstallAutomation,
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  addInstallAutomation: call({
    method: 'POST',
    path: install,
    summary: 'Adds an install automation from an upload or an address',
    body: InstallInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('automation', InstallAutomation),
    errors: ['upload_incomplete'],
    permission: 'SCRIPT_CATEGORY:Create',
    idempotent: true,
    secondFactor: true,
  }),
  saveInstallAutomation: call({
    method: 'PUT',
    path: `${install}/:id`,
    summary: 'Changes an install automation; another file is another version',
    params: IdParams,
    body: InstallInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('automation', InstallAutomation),
    errors: ['upload_incomplete', 'conflict'],
    revised: InstallAutomation,
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
    secondFactor: true,
  }),
  readInstallAttachments: call({
    method: 'GET',
    path: '/scripting/scripts/binaryScriptAttachments/:id',
    summary: 'The files of an install automation',
    params: IdParams,
    reply: Type.Object({
      runnableAttachment: Attachment,
      helperAttachments: Type.Array(Attachment),
      customIconAttachment: Nullable(Attachment),
      /** Whether `scanAttachment` finds a scanner. */
      hasScanner: Type.Boolean(),
    }),
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  signAttachment: call({
    method: 'GET',
    path: '/scripting/scripts/binaryScriptAttachments/:id/signed-url',
    summary:
      'An address of a file of an install automation that expires; of the installer unless another is named. `use=preview`: of an image, for a page that shows it',
    params: IdParams,
    query: Type.Object({ attachmentId: Type.Optional(Uuid), use: Type.Optional(OneOf(attachmentUses)) }),
    reply: SignedUrl,
    errors: ['attachment_not_ready', 'attachment_infected'],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  scanAttachment: call({
    method: 'POST',
    path: '/scripting/scripts/binaryScriptAttachments/:id/scan',
    summary: 'Scans a stored file of an install automation again; nobody gets it meanwhile',
    params: IdParams,
    body: Closed({ attachmentId: Uuid }),
    reply: Done,
    errors: ['attachment_not_scannable', 'scanner_missing'],
    permission: 'SCRIPT_CATEGORY:Update',
    rate: { max: 60, seconds: 60 },
  }),
  listMalwareScans: call({
    method: 'GET',
    path: '/scripting/scripts/malwareScanStatus/:status',
    summary: 'Install automations whose file is in this state of the malware scan',
    params: Type.Object({ status: OneOf(reviewStates) }),
    reply: Type.Array(Reviewed),
    errors: [],
    permission: 'session',
  }),
};
