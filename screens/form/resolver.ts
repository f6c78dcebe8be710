import type retrieveSchema from '@rjsf/utils/lib/schema/retrieveSchema.js';
import type { CompiledScreen } from '#engine/document/document.ts';
import { isChoiceOfValues, subschemas, type Schema } from '#engine/document/schema.ts';
import { readAtOnce } from '../read-at-once.ts';

type Resolve = typeof retrieveSchema;

let resolve: Resolve | undefined;
let loading: Promise<void> | undefined;

/** Whether rjsf has anything to resolve in the schema itself; what its properties hold is asked of them. */
export function isConditional(schema: Schema): boolean {
  if (schema.if !== undefined || schema.allOf || schema.dependencies || schema.patternProperties) return true;
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) return true;
  return [schema.oneOf, schema.anyOf].some((options) => options !== undefined && !isChoiceOfValues(options));
}

/**
 * What must be fetched before the screens can stand: rjsf's resolver of conditions, where one of them has any. Screens
 * without (signing in) do not wait for it. The same promise for as long as a flow stands, as React's `use` wants it.
 */
export function awaitedBy(screens: readonly CompiledScreen[]): Promise<void> | undefined {
  if (!screens.some(hasConditions)) return undefined;
  loading ??= readAtOnce(
    import('@rjsf/utils/lib/schema/retrieveSchema.js').then(
      (module) => {
        resolve = module.default;
      },
      (cause: unknown) => {
        // A failed fetch may be tried again.
        loading = undefined;
        throw cause;
      },
    ),
  );
  return loading;
}

export function resolver(): Resolve {
  if (!resolve) throw new Error('a form with conditions was drawn before their resolver was fetched');
  return resolve;
}

const known = new WeakMap<CompiledScreen, boolean>();

function hasConditions(screen: CompiledScreen): boolean {
  const answer =
    known.get(screen) ?? [...subschemas(screen.document.schema)].some(({ schema }) => isConditional(schema));
  known.set(screen, answer);
  return answer;
}
