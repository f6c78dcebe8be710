import { flowCase } from '../flow-case.ts';

const at = (done: number) => ({
  stage: 'work',
  stages: ['work'],
  done,
  total: 0,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
});

const directory = {
  clientId: 1,
  domainController: 1,
  directoryCredentialId: 1,
  ouPath: 'OU=Sales,DC=corp,DC=test',
  recursiveOuPath: true,
  allowPlain: false,
};
const schedule = {
  credentialId: 1,
  windowsServers: true,
  windowsServersApprovalMode: 'AUTO_APPROVE',
  windowsServersLocation: 1,
  windowsWorkstations: false,
  repeats: 'WEEKLY',
  daysOfWeek: ['MON'],
  runAt: '02:00',
};

export default flowCase({
  inputs: {
    'run again': { subject: '7', answers: { directory: { ...directory, jobType: 'AD_HOC' } } },
    EDIT: {
      mode: 'EDIT',
      subject: '7',
      params: { revision: '3' },
      answers: { directory: { ...directory, jobType: 'SCHEDULED' }, schedule, naming: { name: 'Nightly' } },
    },
  },
  // Every path fills in the fields of two steps, and one of them draws a table. It is three flows in one: an ad hoc discovery, a
  // scheduled job, and the run of a saved one; the bare machine takes 8,700 transitions.
  budget: { dom: 75, machine: 10_000 },
  replies: {
    readDirectory: {
      'some computers': { code: 'succeeded', message: '', computers: 8 },
      'no computers': { code: 'succeeded', message: '', computers: 0 },
      'no such path': { code: 'invalid_ou_path', message: 'Invalid OU Path', computers: 0 },
      'credentials refused': { code: 'incorrect_username_or_password', message: 'Invalid credentials', computers: 0 },
      'no encryption': {
        code: 'encryption_refused',
        message: 'The domain controller offers no encryption.',
        computers: 0,
      },
      'no answer': { code: 'unreachable', message: 'The directory did not respond.', computers: 0 },
    },
    validateDirectoryCredential: {
      valid: { code: 'succeeded', message: '' },
      refused: { code: 'access_denied', message: 'Insufficient privilege' },
    },
    checkDirectoryJob: {
      free: { code: 'free', message: '' },
      'same path': { code: 'taken', message: 'Cannot create multiple discovery jobs for the same OU Path.' },
    },
    applyDirectoryJob: { applied: { resultCode: 'SUCCESS', clientId: 1, approved: 1, pending: 0, rejected: 2 } },
  },
  refusedAt: {
    domain_controller_and_ou_path_already_in_use: '/ouPath',
    child_ou_has_scheduled_job: '/ouPath',
    parent_ou_has_recursive_job: '/ouPath',
    device_offline: '/domainController',
    domain_controller_not_found: '/domainController',
  },
  progress: {
    readDirectory: { 'some found': at(500) },
    validateDirectoryCredential: { 'signs in': at(0) },
  },
  states: {
    'editing.directory': {
      heading: 'Domain controller and OU path',
      offers: ['Read computers'],
      clauses: 'F04-01 F04-02 F04-17 F04-24 F04-27 F04-31 F04-45 F04-47 F04-48'.split(' '),
    },
    'editing.directoryRead': {
      heading: 'Domain controller and OU path',
      offers: ['Next'],
      clauses: ['F04-31', 'F04-32'],
    },
    reading: { heading: 'Reading the directory' },
    lostReading: { heading: 'The domain controller cannot be followed', offers: ['Try again', 'Close'] },
    'editing.computers': {
      heading: 'Credentials, status and location',
      // A job that is run again has no step before.
      offers: ['Validate credential'],
      clauses: ['F04-18', 'F04-33', 'F04-34'],
    },
    'editing.computersValidated': {
      heading: 'Credentials, status and location',
      offers: ['Apply'],
      clauses: ['F04-19', 'F04-33', 'F04-50'],
    },
    validating: { heading: 'Validating the credential' },
    lostValidation: { heading: 'The domain controller cannot be followed', offers: ['Try again', 'Close'] },
    'editing.schedule': {
      heading: 'Credentials, deployment and schedule',
      offers: ['Validate credential', 'Back'],
      clauses: 'F04-05 F04-08 F04-14 F04-18 F04-25 F04-33 F04-35 F04-54 F04-56'.split(' '),
    },
    'editing.scheduleValidated': {
      heading: 'Credentials, deployment and schedule',
      offers: ['Save', 'Back'],
      clauses: ['F04-20', 'F04-50'],
    },
    ready: { heading: 'Run the job', offers: ['Read computers', 'Close'], clauses: ['F04-21'] },
    unread: { heading: 'The directory could not be read', offers: ['Try again', 'Close'], clauses: ['F04-21'] },
    checking: { heading: 'Checking the OU path' },
    naming: { heading: 'Name of the job', offers: ['Save', 'Back'], clauses: ['F04-03', 'F04-22', 'F04-26'] },
    namingApplied: { heading: 'Name of the job', offers: ['Save', 'Back'], clauses: ['F04-23'] },
    adding: { heading: 'Saving the job' },
    saving: { heading: 'Saving the job' },
    applying: { heading: 'Applying the changes' },
    applied: { heading: 'Changes applied', offers: ['Show the computers', 'Save for later', 'Done'] },
    appliedAgain: { heading: 'Changes applied', offers: ['Show the computers', 'Done'], clauses: ['F04-21'] },
  },
});
