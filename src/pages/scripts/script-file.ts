import { longestScript } from '#api/contract/agent-methods/script.ts';

type Language = 'sh' | 'powershell' | 'javascript' | 'batchfile' | 'vbscript';
type System = 'Windows' | 'Mac' | 'Linux';

/** What a file becomes, in the answers of the flow `script`. */
export interface ImportedScript {
  name: string;
  language: Language;
  operatingSystems: System[];
  script: string;
}
export type FileRefusal = 'type' | 'small' | 'large' | 'encoding' | 'binary' | 'unreadable';
export type ReadScript = { script: ImportedScript } | { refused: FileRefusal };

const unix: readonly System[] = ['Linux', 'Mac'];
const kinds: ReadonlyMap<string, { language: Language; systems: readonly System[] }> = new Map([
  ['.sh', { language: 'sh', systems: unix }],
  ['.ps1', { language: 'powershell', systems: ['Windows'] }],
  ['.bat', { language: 'batchfile', systems: ['Windows'] }],
  ['.cmd', { language: 'batchfile', systems: ['Windows'] }],
  ['.vbs', { language: 'vbscript', systems: ['Windows'] }],
  ['.js', { language: 'javascript', systems: ['Windows', ...unix] }],
  ['.mjs', { language: 'javascript', systems: ['Windows', ...unix] }],
]);
/** C12-13, C12-22: the extension says the language. */
export const scriptExtensions: readonly string[] = [...kinds.keys()];

/** Bytes above which no file can be a script: a character has at most four, and a mark of the encoding stands before them. */
const MOST_BYTES = longestScript * 4 + 3;
const LONGEST_NAME = 100;

/** A file as a script: text in UTF-8 or, with its mark, UTF-16. The file is not read unless it may be one. */
export async function readScriptFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<ReadScript> {
  const [, base = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(file.name) ?? [];
  const kind = kinds.get(extension.toLowerCase());
  if (kind === undefined) return { refused: 'type' };
  if (file.size === 0) return { refused: 'small' };
  if (file.size > MOST_BYTES) return { refused: 'large' };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) return { refused: 'unreadable' };
  const text = decode(bytes);
  if (text === undefined) return { refused: 'encoding' };
  const refused = judge(text);
  if (refused !== undefined) return { refused };
  return {
    script: {
      name: base.trim().slice(0, LONGEST_NAME),
      language: kind.language,
      operatingSystems: [...kind.systems],
      script: text,
    },
  };
}

/** Its mark decides (https://encoding.spec.whatwg.org/#bom-sniff), and is no part of the text. */
function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

function judge(text: string): FileRefusal | undefined {
  // oxlint-disable-next-line no-control-regex -- these are what tells a program from a text
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) return 'binary';
  if (text.trim() === '') return 'small';
  return [...text].length > longestScript ? 'large' : undefined;
}
