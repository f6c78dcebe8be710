// Apart from the schemas: the console imports these functions alone.
/** The bits of the first byte (IEEE 802): locally administered, and a group instead of one station. */
const [LOCAL, GROUP] = [2, 1];

function firstByte(mac: string): number {
  return Number.parseInt(mac.slice(0, 2), 16);
}

/** Whether software chose the address, as virtual machines and phones do: no vendor is registered for it. */
export function isLocallyAdministered(mac: string): boolean {
  return (firstByte(mac) & LOCAL) !== 0;
}

/** Whether it is the address of one station, and not empty, of a group or all zeros. */
export function isStation(mac: string): boolean {
  return mac !== '' && mac !== '00:00:00:00:00:00' && (firstByte(mac) & GROUP) === 0;
}
