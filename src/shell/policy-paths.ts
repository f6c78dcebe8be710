export const policiesPath = '/administration/policies';
export const settingsPath = '/administration/general/settings';
/** F14-02, F14-20 */
export const policyPath = (id: number): string => `/editor/policy/${id}`;
