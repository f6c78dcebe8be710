// Distinguished names as a directory writes them (RFC 4514): `CN=Doe\, Jane,OU=Sales,DC=corp,DC=test`.

const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** The path of the object above; empty at the top. */
export function parentOf(path: string): string {
  const end = endOfFirst(path);
  return end === path.length ? '' : path.slice(end + 1);
}

/** Whether the path is that of an object at or below another. */
export function isWithin(path: string, top: string): boolean {
  const [names, above] = [namesOf(path), namesOf(top)];
  const isName = names.every((name) => /^[^=]+=./s.test(name));
  return isName && above.length > 0 && isEqual(names.slice(-above.length), above);
}

/** The same text for every spelling of a path: case, spaces around names, and escapes do not count. */
export function keyOfPath(path: string): string {
  return JSON.stringify(namesOf(path));
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}

/** The DNS name of a domain: "corp.test" for `DC=corp,DC=test`; empty where no name is a DC. */
export function domainOf(path: string): string {
  return namesOf(path)
    .filter((name) => name.startsWith('dc='))
    .map((name) => name.slice('dc='.length))
    .join('.');
}

/** The names from the object up, spelled alike. */
function namesOf(path: string): string[] {
  const names: string[] = [];
  for (let rest = path; rest !== ''; rest = parentOf(rest)) names.push(spelledAlike(rest.slice(0, endOfFirst(rest))));
  return names;
}

function spelledAlike(name: string): string {
  const [type = '', ...value] = name.split('=');
  return `${type.trim()}=${unescaped(trimmed(value.join('=')))}`.normalize('NFC').toLowerCase();
}

/** Without the spaces around it; one that is escaped belongs to the value. */
function trimmed(value: string): string {
  const end = value.trim();
  let escapes = 0;
  while (end.charCodeAt(end.length - 1 - escapes) === BACKSLASH) escapes += 1;
  return escapes % 2 === 1 ? `${end} ` : end;
}

/** `R\,D` and `R\2CD` are the same value; hex digits are bytes of UTF-8. */
function unescaped(value: string): string {
  return value.replaceAll(/(?:\\[0-9a-f]{2})+|\\(.)/gis, (pair: string, character: string | undefined) =>
    character === undefined ? textOf(pair.slice(1).split('\\')) : character,
  );
}

function textOf(bytes: readonly string[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/** Where the first name ends: at a comma without a backslash before it. */
function endOfFirst(path: string): number {
  for (let index = 0; index < path.length; index += 1) {
    const character = path.charCodeAt(index);
    if (character === BACKSLASH) index += 1;
    else if (character === COMMA) return index;
  }
  return path.length;
}
