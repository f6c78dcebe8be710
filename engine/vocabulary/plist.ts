const MAX_DEPTH = 64;
const LEAF = new Set(['string', 'integer', 'real', 'date', 'data', 'key', 'true', 'false']);
const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i;

interface Open {
  name: string;
  children: string[];
}

/**
 * Whether the text is a well-formed XML property list: one `plist` holding one value, dictionaries of keys and values,
 * at most 64 deep (C22-10). Internal DTDs are refused, for what entities can do.
 */
export function plist(text: string): boolean {
  const open: Open[] = [{ name: '', children: [] }];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    at = match.index + match[0].length;
    const [, closing, name, , empty, words] = match;
    const top = open.at(-1);
    if (top === undefined) return false;
    if (words !== undefined) {
      if (!allowsText(top.name, words)) return false;
    } else if (name !== undefined) {
      if (closing === '/') {
        if (top.name !== name || !holdsWhatItMay(top)) return false;
        open.pop();
      } else {
        if (!mayStand(name, top) || open.length > MAX_DEPTH) return false;
        top.children.push(name);
        if (empty !== '/') open.push({ name, children: [] });
        else if (!holdsWhatItMay({ name, children: [] })) return false;
      }
    }
  }
  const [document, ...unclosed] = open;
  return at === text.length && unclosed.length === 0 && document?.children.length === 1;
}

function mayStand(name: string, parent: Open): boolean {
  if (parent.name === '') return name === 'plist';
  if (LEAF.has(parent.name)) return false;
  return name === 'dict' || name === 'array' || (name === 'key' ? parent.name === 'dict' : LEAF.has(name));
}

function holdsWhatItMay({ name, children }: Open): boolean {
  if (name === 'plist') return children.length === 1;
  if (name !== 'dict') return true;
  return children.length % 2 === 0 && children.every((child, index) => (child === 'key') === (index % 2 === 0));
}

function allowsText(name: string, words: string): boolean {
  if (words.trim() === '') return true;
  if (ENTITY.test(words)) return false;
  switch (name) {
    case 'string':
    case 'key':
      return true;
    case 'integer':
      return /^\s*[+-]?(?:\d+|0x[0-9a-f]+)\s*$/i.test(words);
    case 'real':
      return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(words);
    case 'date':
      return /^\s*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\s*$/.test(words);
    case 'data':
      return /^[A-Za-z0-9+/=\s]*$/.test(words);
    default:
      return false;
  }
}
