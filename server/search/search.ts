import { sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import type { Services } from '../services.ts';
import { findByCustom } from './custom-entities.ts';
import { finders, type Asked, type Candidate, type Item, type Kind } from './entities.ts';
import { comparesSpellings } from './spelling.ts';

/** Shorter queries run no search (C05-35). */
export const shortestQuery = 2;
/** Maximum length of the text in similarity comparisons, to bound their cost; the rest is ignored. */
const longestCompared = 60;
/** Minimum similarity of a suggestion: "gatewy" and "gateway" have 0.56, "exchnage" and "exchange" 0.38. */
const leastSimilar = 0.36;
/** Score of a match inside a word. */
const inside = 90;

/** What a search needs of a call. */
interface Searching {
  db: Queries;
  actor: Actor;
  services: Pick<Services, 'screens'>;
}

const kinds = Object.keys(finders) as Kind[];

/** Finds visible entities that contain the query, custom fields included, then entities with similar spelling; best matches first. */
export async function quickSearch(
  { db, actor, services: { screens } }: Searching,
  { query, filter = 'all', limit = 50, filters }: BodyOf<Catalogue['quickSearch']>,
  now: Date,
): Promise<ReplyOf<Catalogue['quickSearch']>> {
  const wanted = query.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const toleratesTypos = await comparesSpellings(db, now);
  if (wanted.length < shortestQuery) return { exact: [], suggested: [], toleratesTypos };
  const asked = buildQuery(wanted, toleratesTypos, limit, filters?.clientId);
  const searched = kinds.filter((kind) => filter === 'all' || kind === filter);
  const found = await db.transaction(async (tx) => {
    if (toleratesTypos)
      await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(leastSimilar)}, true)`);
    const candidates: Candidate[] = [];
    const custom = { screens, query: wanted, clientId: asked.clientId, limit };
    for (const kind of searched) {
      const byCustom = await findByCustom(tx, actor, kind, custom);
      const ids = new Set(byCustom.map(({ id }) => id));
      const others = await finders[kind](tx, actor, asked);
      candidates.push(...byCustom, ...others.filter(({ id }) => !ids.has(id)));
    }
    return candidates;
  });
  const items = found.map((candidate) => toItem(candidate, wanted)).toSorted((left, right) => right.score - left.score);
  return {
    exact: items.filter(({ score }) => score === 100).slice(0, limit),
    suggested: items.filter(({ score }) => score < 100).slice(0, limit),
    toleratesTypos,
  };
}

function buildQuery(wanted: string, tolerant: boolean, limit: number, clientId: number | undefined): Asked {
  const pattern = containing(wanted);
  const prefix = pattern.slice(1);
  const compared = wanted.slice(0, longestCompared);
  return {
    where: (text) =>
      tolerant ? sql`(${text} like ${pattern} or ${compared} <% ${text})` : sql`${text} like ${pattern}`,
    order: (text, name) => [
      // Compute the similarity only for rows that do not contain the query: a short query may match every row.
      sql`case when lower(${name}) like ${prefix} then 3 when ${text} like ${pattern} then 2 ${
        tolerant ? sql`else word_similarity(${compared}, ${text})` : sql``
      } end desc`,
      sql`lower(${name})`,
    ],
    clientId,
    limit,
  };
}

/** A match is exact if the query starts at a word of an attribute (C05-46). */
function toItem({ attributes, ...item }: Candidate, wanted: string): Item {
  const lower = attributes.map(([attribute, value]) => ({ attribute, value, text: value.toLowerCase() }));
  const exact = lower.find(({ text }) => beginsWord(text, wanted));
  const best = exact ?? lower.find(({ text }) => text.includes(wanted)) ?? lower[0];
  const score = exact ? 100 : best?.text.includes(wanted) ? inside : 50;
  return { ...item, matchAttr: best?.attribute ?? 'name', matchAttrValue: best?.value ?? item.name, score };
}

function beginsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  return false;
}
