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
  return isName && above.length > 0 && names.slice(-above.length).join() === above.join();
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
  return [type.trim(), value.join('=').trim()].join('=').toLowerCase();
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
