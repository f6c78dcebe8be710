import { didYouMean } from './did-you-mean.ts';
import type { ScreenDocument } from './document.ts';
import { pointerOf } from './pointer.ts';
import type { Problem } from './problem.ts';
import { fieldOrder, isSchema, secretsOf } from './schema.ts';

type Documents = Readonly<Record<string, ScreenDocument>>;

/** The documents that conditions and calls point into: those of the screens, and as `given` what the flow is given. */
export function withGivenDocument(manifest: unknown, screens: Documents): Documents {
  const schema = givenIn(manifest);
  return schema === undefined ? screens : { ...screens, given: { title: 'Given', schema } };
}

/** Finds `given` values that are secrets, a screen called “given”, and screens that list an unknown value or ask for a given one. */
export function givenProblems(manifest: unknown, screens: Documents): Problem[] {
  const schema = givenIn(manifest);
  const names = Object.keys(schema?.properties ?? {});
  const problem = (message: string): Problem => ({ pointer: schema === undefined ? '' : '/given', message });
  const secrets = secretsOf(schema).map((pointer) =>
    problem(`"${pointer}" is a secret, and drafts keep what is given`),
  );
  const reserved =
    screens['given'] === undefined ? [] : [problem('"given" is no name of a screen: it names what the flow is given')];
  const inScreens = Object.entries(screens).flatMap(([screen, document]) => {
    const { given = [] } = document;
    const fields = fieldOrder(document);
    const unknown = given.filter((name) => !names.includes(name) || !fields.includes(name));
    const asked = fields.filter((name) => names.includes(name) && !given.includes(name));
    return [
      ...unknown.map((name) =>
        problem(`"${screen}" takes "${name}", which is not given and a property of it${didYouMean(name, names)}`),
      ),
      ...asked.map((name) => problem(`"${screen}" asks "${name}", which is given: name it in "given" of the screen`)),
    ];
  });
  return [...secrets, ...reserved, ...inScreens].map((one) => ({
    ...one,
    pointer: one.pointer || pointerOf(['title']),
  }));
}

function givenIn(manifest: unknown): ScreenDocument['schema'] {
  return isSchema(manifest) && isSchema(manifest['given']) ? manifest['given'] : undefined;
}
