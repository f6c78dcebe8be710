/** The name of the unique index that a statement ran into; undefined for every other error. */
export function violatedIndex(error: unknown): string | undefined {
  return violated(error, '23505');
}

/** The name of the foreign key that a statement ran into; undefined for every other error. */
export function violatedForeignKey(error: unknown): string | undefined {
  return violated(error, '23503') ?? violated(error, '23001');
}

/** The driver's error stands somewhere in the causes of the query builder's. */
function violated(error: unknown, code: string): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === code && 'constraint' in each) return String(each.constraint);
  }
  return undefined;
}
