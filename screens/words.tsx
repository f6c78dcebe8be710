import { createContext, use } from 'react';

/** What the step screen itself says; what a screen asks is said by its document. `{name}` is filled in. */
export const englishWords = {
  add: 'Add',
  added: 'Added',
  apply: 'Apply',
  back: 'Back',
  cancel: 'Cancel',
  change: 'Change',
  changed: 'Changed',
  changedTo: 'changed to',
  changes: 'Changes',
  changeOf: 'Change {screen}',
  choose: 'Choose',
  chooseFirst: 'Choose {field} first',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: 'Could not copy text: {reason}',
  days: 'days',
  done: 'done',
  download: 'Download',
  elapsed: '{seconds} s',
  elapsedMinutes: '{minutes} min {seconds} s',
  empty: 'Nothing to choose from',
  jobLeft: 'about {time} left',
  jobRateMinute: '{count} a minute',
  jobRateSecond: '{count} a second',
  jobStage: 'Step {number} of {count}: {stage}',
  jobStopping: 'Stopping…',
  errorsMany: '{count} fields need attention',
  errorsOne: 'One field needs attention',
  everything: 'Everything that will be saved',
  fileAgain: 'Choose {file} again. Drafts do not keep the contents of files.',
  fileChecked: 'Checked already; choose another file to take its place',
  fileChoose: 'Choose a file',
  fileDrop: 'or drop it here',
  fileNoText: 'The file is not text in UTF-8. Save it as “CSV UTF-8” or as JSON, and choose it again.',
  fileRemove: 'Remove {file}',
  fileUnread: 'The file could not be read: {reason}',
  finishFirst: 'Finish “{step}” first',
  help: 'Help',
  helpFor: 'Help for {field}',
  hidden: 'Hidden',
  hide: 'Hide',
  hours: 'hours',
  loading: 'Loading…',
  locked: 'Cannot be changed',
  minutes: 'minutes',
  missing: 'Still needed: {fields}',
  missingMore: '{fields} and {count} more',
  next: 'Next',
  noMatch: 'Nothing matches',
  noSuchChoice: 'Nothing matches “{text}”. Choose from the list',
  notGiven: 'Not given',
  notOffered: 'No longer offered ({value})',
  optionsFailed: 'The choices could not be loaded.',
  presetNone: 'A selection of your own.',
  presets: 'Begin with',
  removed: 'Removed',
  removeRow: 'Remove {row}',
  editRow: 'Edit {row}',
  row: 'row {number}',
  rowActions: 'Actions',
  save: 'Save',
  seconds: 'seconds',
  selectAll: 'Select all',
  selectAllOf: 'Select all: {field}',
  selectNone: 'Select none',
  selectNoneOf: 'Select none: {field}',
  severalMatch: 'Several match “{text}”. Choose one',
  show: 'Show',
  step: 'Step {position} of {total}',
  steps: 'Steps',
  strengthFair: 'Fair, longer is better',
  strengthGood: 'Good',
  strengthLabel: 'Strength: {strength}',
  strengthStrong: 'Strong',
  strengthWeak: 'Weak, easy to guess',
  tryAgain: 'Try again',
  unchanged: 'Nothing has changed.',
  unit: 'Unit of {field}',
  upcoming: 'not yet',
};

export type Words = typeof englishWords;

const WordsContext = createContext<Words>(englishWords);

/** Puts the words of another language in their place. */
export const ScreenWordsProvider = WordsContext.Provider;

export function useScreenWords(): Words {
  return use(WordsContext);
}

/** `fill('Step {position} of {total}', { position: 2, total: 5 })` */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
