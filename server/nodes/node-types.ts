import { inArray } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';

/** The node types that mark cloud monitors (C23-16). */
const monitorTypes = ['CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET_EMAIL_SERVER'];

/** Of devices that network management found; they have no agent. */
export const nmsNodeType = 'NMS_DEVICE';

/** Hosts of virtual machines and their guests: a monitor delegate reads them. */
export const vmHostNodeType = 'VM_HOST';
export const vmGuestNodeType = 'VM_GUEST';

/** Types of devices that another device watches: while none does, nobody knows whether they are online. */
export const watchedTypes: readonly string[] = [nmsNodeType, vmHostNodeType, vmGuestNodeType];

export const isMonitor = inArray(node.nodeType, monitorTypes);
