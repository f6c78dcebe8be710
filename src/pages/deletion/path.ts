export const deletionsPath = '/administration/general/deleted';
