/** The unique index that a statement violated; undefined for every other error. */
export function violatedIndex(error: unknown): string | undefined {
  return constraintOf(error, '23505');
}

/** The foreign key that a statement violated; undefined for every other error. */
export function violatedForeignKey(error: unknown): string | undefined {
  return constraintOf(error, '23503') ?? constraintOf(error, '23001');
}

/** The query builder wraps the driver's error, so search the chain of causes. */
function constraintOf(error: unknown, code: string): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === code && 'constraint' in each) return String(each.constraint);
  }
  return undefined;
}
