import { expect, it } from 'vitest';
import request from '#schemas/cloud-monitor/request.json?screen';
import signIn from '#schemas/sign-in/password.json?screen';
import code from '#schemas/sign-in/code.json?screen';
import { partsOfForm } from './parts-of-form.ts';
import { KeyValues } from './table/fetched-tables.ts';
import { widgetFor } from './widgets.ts';

it('signing in waits for no part of its form', () => {
  expect([signIn, code].flatMap(({ document }) => partsOfForm(document))).toEqual([]);
});

it('a form names the widgets and the tables that it is drawn with', () => {
  const parts = partsOfForm(request.document);
  expect(parts).toContain(KeyValues);
  expect(parts).toContain(widgetFor({ type: 'string' }, { widget: 'textarea' }).component);
});
