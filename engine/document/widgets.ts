/** What `ui:widget` may name; `screens/` has a component for each. */
export const widgetNames = [
  'text',
  'password',
  'new-password',
  'textarea',
  'number',
  'select',
  'radio',
  'segmented',
  'switch',
  'checkbox',
  'checkboxes',
  'options',
  /** Several texts, each entered with Enter. */
  'tags',
  'code',
  'duration',
  /** A file, whose name and size are the field's value (format "chosen-file"). */
  'file',
  /** Several files: an array of such values. */
  'files',
  /** Source code. */
  'editor',
  /** A text that may also be chosen from a tree, of which each level is read when it is opened. */
  'tree',
  /** A choice that several flags keep together; the fields of the others are hidden. */
  'flags',
  /** Kept in the data and not shown. */
  'hidden',
] as const;

/** What `ui:field` may name: fields that draw a whole array or object. */
export const fieldNames = ['table', 'key-values', 'server-rows'] as const;
