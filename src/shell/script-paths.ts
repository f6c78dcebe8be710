/** The library of scripts (C12-14). */
export const libraryPath = '/administration/library/scripting/templateLibrary';
/** C12-11 */
export const newScriptPath = '/editor/script/new';
/** C12-13 */
export const importScriptPath = '/editor/script/import';
export function editScriptPath(id: number): string {
  return `/editor/script/${id}`;
}
export const newInstallerPath = '/editor/install/new';
export function editInstallerPath(id: number): string {
  return `/editor/install/${id}`;
}
/** F05-06 */
export const newApplicationPath = '/editor/run/new';
export function editApplicationPath(id: number): string {
  return `/editor/run/${id}`;
}
/** A script with its versions and runs. */
export function scriptPath(id: number): string {
  return `/administration/library/scripting/scripts/${id}`;
}
export function scriptRunPath(id: string): string {
  return `/scriptRuns/${id}`;
}
