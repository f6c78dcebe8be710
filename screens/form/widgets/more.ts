// The widgets that the first screens (setting up, signing in) do without; one file of the build holds them all.
export { CheckboxWidget } from './checkbox.tsx';
export { CheckboxesWidget } from './checkboxes.tsx';
export { DurationWidget } from './duration.tsx';
export { EditorWidget } from './editor.tsx';
export { FileWidget } from './file.tsx';
export { FilesWidget } from './files.tsx';
export { FlagsWidget } from './flags.tsx';
export { NewPasswordWidget } from './new-password.tsx';
export { NumberWidget } from './number.tsx';
export { OptionsWidget } from './options.tsx';
export { RadioWidget } from './radio.tsx';
export { SegmentedWidget } from './segmented.tsx';
export { SelectWidget } from './select.tsx';
export { SwitchWidget } from './switch.tsx';
export { TagsWidget } from './tags.tsx';
export { TextareaWidget } from './textarea.tsx';
export { TreeWidget } from './tree.tsx';
