/** Every spelling of one entity, made of the flow's id: `printer-setup`. */
export interface EntityNames {
  /** `printer-setup`: the flow, its folders and its live topic. */
  id: string;
  /** `printerSetup`, `PrinterSetup`, `printerSetups`, `PrinterSetups`. */
  one: string;
  One: string;
  many: string;
  Many: string;
  /** `PRINTER_SETUP`: the type of audit rows. */
  TYPE: string;
  /** `printer_setup`: the table. */
  table: string;
  /** `/printersetup`: the calls, below `/api`. */
  path: string;
  /** `/administration/apps/printerSetups`: the page. */
  page: string;
  /** "printer setup", "printer setups". */
  words: string;
  manyWords: string;
}

export function entityNames(id: string): EntityNames {
  const manyId = plural(id);
  const many = camel(manyId);
  return {
    id,
    one: camel(id),
    One: pascal(id),
    many,
    Many: pascal(manyId),
    TYPE: id.toUpperCase().replaceAll('-', '_'),
    table: id.replaceAll('-', '_'),
    path: `/${id.replaceAll('-', '')}`,
    page: `/administration/apps/${many}`,
    words: id.replaceAll('-', ' '),
    manyWords: manyId.replaceAll('-', ' '),
  };
}

/** "Printer setup" */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "a printer setup", "an access point" */
export function withArticle(words: string): string {
  return `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;
}

function camel(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(id: string): string {
  return sentence(camel(id));
}

function plural(id: string): string {
  if (/[^aeiou]y$/.test(id)) return `${id.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(id) ? `${id}es` : `${id}s`;
}
