import { requireFields } from '../../require-fields.ts';
import { templateOf, type HttpConfig } from './http-config.ts';
import { renderRequest, TemplateWrong } from './template.ts';
import { exampleEvent, valuesOf } from './values.ts';

/** What a monitor's name or a target's message may hold at worst. */
const hostile = '"\\ \n\u0000&=<!channel>{{x}}é😀';

/** Tries a template of the person's own with an alert full of quotes. @throws Refused `invalid_input` */
export function requireRenders(config: HttpConfig): void {
  const template = config.service === 'CUSTOM' ? templateOf(config, 'trigger') : undefined;
  if (!template) return;
  const event = exampleEvent('alert.raised', 'example', new Date(0), 'https://cairn.example.com', hostile);
  const alert = {
    ...event.data.alert,
    message: hostile,
    clientName: hostile,
    conditionName: hostile,
    description: hostile,
  };
  const sample = { ...event, data: { ...event.data, alert } };
  try {
    renderRequest(template, valuesOf(sample, config, { secretValue: 'secret' }));
  } catch (error) {
    if (!(error instanceof TemplateWrong)) throw error;
    requireFields({ [error.part === 'url' ? '/address' : `/${error.part}`]: error.message });
  }
}
