import { Type, type Static } from 'typebox';
import { Closed, Text } from './shapes.ts';

const Filter = Closed({
  search: Type.Optional(Text(200)),
  field: Type.Optional(Text(100)),
  value: Type.Optional(Text(200)),
});
const Keys = Type.Array(Text(200), { maxItems: 5000 });
const Selection = Type.Union([
  Closed({ all: Type.Literal(false), keys: Keys }),
  Closed({ all: Type.Literal(true), filter: Filter, except: Keys }),
]);

/** Which items of a run a person selected, and the values that the person gave to columns of them. */
export const RowsAnswer = Closed({
  selected: Selection,
  changes: Type.Optional(
    Type.Array(
      Closed({
        rows: Selection,
        column: Text(100),
        value: Type.Union([Text(), Type.Number(), Type.Boolean(), Type.Null()]),
      }),
      { maxItems: 500 },
    ),
  ),
});
export type RowsAnswer = Static<typeof RowsAnswer>;
