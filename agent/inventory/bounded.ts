/** A text as the protocol takes it: at most `length` characters, nothing that is not printable. */
export function bounded(text: string | undefined, length: number): string {
  return (text ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();
}
