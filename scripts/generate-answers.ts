// Writes schemas/answers.gen.d.ts: the types of what the screens answer. engine/compile/answer-types.test.ts refuses a stale one.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { answerTypes } from '../engine/compile/answer-types.ts';
import { loadScreens } from '../engine/compile/library.ts';

const file = 'schemas/answers.gen.d.ts';
writeFileSync(
  file,
  await format(answerTypes(loadScreens('schemas')), { ...(await resolveConfig(file)), filepath: file }),
);
