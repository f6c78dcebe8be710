import { inArray } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';

/** The node types that mark cloud monitors (C23-16). */
const monitorTypes = ['CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET_EMAIL_SERVER'];

export const isMonitor = inArray(node.nodeType, monitorTypes);
