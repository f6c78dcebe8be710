// PostgreSQL's jsonb takes neither the character NUL nor half of a surrogate pair.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Text of a target as it may be stored: at most `length` UTF-16 units, with U+FFFD for what cannot be kept. */
export function plainText(text: string, length: number): string {
  return text.slice(0, length).replace(unstorable, '\uFFFD');
}

/** Bytes as text, by the charset that a content type names, else UTF-8. */
export function decodeText(bytes: Buffer, contentType: string | undefined, length: number): string {
  return plainText(textDecoder(contentType).decode(bytes), length);
}

export function textDecoder(contentType: string | undefined): TextDecoder {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
