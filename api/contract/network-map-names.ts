// Apart from the calls: the console imports these lists without their schemas.
/** Seconds between two readings of what is at a device's ports. */
export const topologyEverySeconds = 900;

/** How a link is known: the devices say so themselves, or one learned the other's MAC address at a port. */
export const waysOfKnowing = ['LLDP', 'CDP', 'MAC'] as const;
export type WayOfKnowing = (typeof waysOfKnowing)[number];

/**
 * What is at a port: a device of the organization; something that names itself by LLDP or CDP and was not added; a MAC address alone;
 * several addresses, as behind a switch that does not answer.
 */
export const portKinds = ['device', 'neighbor', 'address', 'group'] as const;
