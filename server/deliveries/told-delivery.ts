import type { Static } from 'typebox';
import type { Delivery } from '#api/contract/notifications.ts';
import type { DeliveryState } from '../database/schema/deliveries.ts';

interface DeliveryRow {
  id: number;
  event: string;
  createdAt: Date;
  attempts: number;
  state: DeliveryState;
  status: number | null;
  answer: string | null;
  error: string | null;
  nextAttemptAt: Date;
}

/** Converts a stored delivery to the shape of the API. */
export function toldDelivery(row: DeliveryRow): Static<typeof Delivery> {
  const { id, event, createdAt, attempts, state, status, answer, error, nextAttemptAt } = row;
  return {
    id,
    event,
    createdAt: createdAt.toISOString(),
    attempts,
    state,
    status,
    answer,
    error,
    nextAttemptAt: state === 'pending' ? nextAttemptAt.toISOString() : null,
  };
}
