export const policiesPath = '/administration/policies';
export const settingsPath = '/administration/general/settings';
/** F14-02, F14-20 */
export const policyPath = (id: number): string => `/editor/policy/${id}`;
/** F14-19: the values of a device over its policy. */
export const overridePath = (deviceId: number, nodeClass: string): string => `/editor/policy/${deviceId}/${nodeClass}`;
