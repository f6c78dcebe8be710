/** The form of `CustomFilter` in calls and addresses, as the values that its fields are narrowed to. */
export function readCustomFilter(text: string | undefined): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(text ?? ''));
}

/** The same as text, without the fields that have no value; undefined without any. */
export function writeCustomFilter(values: ReadonlyMap<string, string>): string | undefined {
  const given = [...values].filter(([, value]) => value !== '');
  return given.length === 0 ? undefined : String(new URLSearchParams(given));
}
