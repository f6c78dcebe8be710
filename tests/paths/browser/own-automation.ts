import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import type { Prepared } from './browser-case.ts';

let made = 0;

/** A script or automation of the path's own: a name is taken once, and the server begins with the categories of the examples. */
export async function ownAutomation(
  product: Product,
  cookie: string,
): Promise<{ name: string; prepared: Required<Pick<Prepared, 'answers' | 'words'>> }> {
  made += 1;
  const name = `Path ${made}`;
  const reply = await callByApi(product, cookie, 'GET', '/scripting/categories');
  const categories = reply as unknown as { id: number; name: string }[];
  return {
    name,
    prepared: {
      answers: (_: string, data: Answers) => ({ ...data, ...('name' in data && { name }) }),
      words: (pointer, value) =>
        pointer.startsWith('/categoriesIds') ? categories.find(({ id }) => id === value)?.name : undefined,
    },
  };
}
