/** Whether an agent may be told to connect to this name of a directory: a DNS name or an address. */
export function isHostName(text: string): boolean {
  return /^[A-Za-z0-9:][A-Za-z0-9._:-]{0,254}$/.test(text);
}
