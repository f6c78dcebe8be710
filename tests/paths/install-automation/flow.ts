import { theUpload } from '../dom/served-uploads.ts';
import { flowCase } from '../flow-case.ts';

const sent = (done: number) => ({
  stage: 'send',
  stages: ['send'],
  done,
  total: 57,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
});

export default flowCase({
  // A file is sent in each path that saves one, and its form shows other fields for each way and system: beside the file a list of
  // helper files, and the scripts before and after it.
  budget: { dom: 30 },
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  replies: { createUpload: { '': theUpload } },
  progress: { createUpload: { 'half sent': sent(28), 'all sent': sent(57) } },
  states: {
    loading: { heading: 'Loading the automation' },
    loadFailed: { heading: 'The automation could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Install application', offers: ['Save'], clauses: ['F05-05', 'F05-11'] },
    checking: { heading: 'Checking', clauses: ['F05-12'] },
    uploading: { heading: 'Uploading the installer', offers: ['Cancel'], clauses: ['F05-07', 'F05-13'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this automation', offers: ['Back'] },
  },
});
