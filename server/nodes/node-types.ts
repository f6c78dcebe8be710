import { inArray } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';

/** The node types that mark cloud monitors (C23-16). */
const monitorTypes = ['CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET_EMAIL_SERVER'];

/** Of devices that network management found; they have no agent. */
export const nmsNodeType = 'NMS_DEVICE';

export const isMonitor = inArray(node.nodeType, monitorTypes);
