import Fastify from 'fastify';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Nullable } from '#api/contract/shapes.ts';
import { replyCheck, replyWriter } from './write-reply.ts';

const person = Type.Object({ id: Type.Integer(), name: Type.String(), nickname: Type.Optional(Type.String()) });
const reply = Type.Object({ items: Type.Array(person), chosen: Nullable(person) });

async function answer(value: unknown): Promise<unknown> {
  const app = Fastify();
  app.setSerializerCompiler(replyWriter);
  app.get('/', { schema: { response: { 200: reply } } }, () => value);
  const { body } = await app.inject('/');
  await app.close();
  return JSON.parse(body);
}

describe('the writer of replies', () => {
  it('leaves out what the call does not declare, in lists and in what may be null', async () => {
    const ada = { id: 1, name: 'Ada', passwordHash: 'secret' };
    expect(await answer({ items: [ada], chosen: ada, token: 'secret' })).toEqual({
      items: [{ id: 1, name: 'Ada' }],
      chosen: { id: 1, name: 'Ada' },
    });
  });
  it('keeps null and leaves out an absent value', async () => {
    const ada = { id: 1, name: 'Ada', nickname: undefined };
    expect(await answer({ items: [ada], chosen: null })).toEqual({ items: [{ id: 1, name: 'Ada' }], chosen: null });
  });
});

describe('the check of replies in tests', () => {
  const check = replyCheck('listPeople', reply);
  const whole = { items: [{ id: 1, name: 'Ada' }], chosen: null };

  it('accepts what the call declares', () => {
    expect(() => check(whole)).not.toThrow();
  });
  it('names the call and the key that the call does not declare', () => {
    expect(() => check({ ...whole, items: [{ id: 1, name: 'Ada', passwordHash: 'x' }] })).toThrow(
      /reply of listPeople.*\/items\/0.*passwordHash/,
    );
  });
  it('refuses a key that is missing and a value of another type', () => {
    expect(() => check({ items: [] })).toThrow(/chosen/);
    expect(() => check({ ...whole, items: [{ id: '1', name: 'Ada' }] })).toThrow(/\/items\/0\/id/);
  });
});
