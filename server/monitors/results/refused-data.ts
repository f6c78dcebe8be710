/** Whether PostgreSQL refused the values themselves (classes 21, 22 and 23), so that sending them again cannot help. */
export function isRefusedData(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && /^2[123]/.test(each.code)) return true;
  }
  return false;
}
