/** One audit row, written in the transaction of its mutation. Never holds a secret. */
export interface AuditEntry {
  action: string;
  entityType: string;
  entityId?: string | number;
  /** Whose technicians may read it, where the entity does not say. */
  organizationId?: number;
  /** One sentence for people: `Added organization "Acme"`. */
  summary: string;
  detail?: Record<string, unknown>;
  /** Who did it, where the call began with nobody signed in: set-up, sign-in, activation. */
  actor?: { userId: number; name: string };
}
