import type { CallName } from '#api/contract/catalogue.ts';
import type { MockRequest } from '#api/mock.ts';
import type { Refusal } from '#engine/flow/flow.ts';

export type AnyRequest = MockRequest<CallName>;
export type Answer = { reply: unknown } | { refusal: Refusal; retries?: true };
