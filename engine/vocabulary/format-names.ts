import * as functions from './formats.ts';

/** The name of each format as documents write it: `httpUrl` is `http-url`. */
export const formats: Record<string, (text: string) => boolean> = Object.fromEntries(
  Object.entries(functions).map(([name, check]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    check,
  ]),
);

export const formatNames = Object.keys(formats).sort();

/** `http-url` → `httpUrl`: the function of `formats.ts` behind a name. */
export function formatFunction(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
