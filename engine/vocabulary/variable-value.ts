import { date, ip, secureUrl } from './formats.ts';
import { defaultWords } from './words.ts';

/** What a script asks of whoever runs it (C12-25). */
interface Variable {
  type: 'TEXT' | 'INTEGER' | 'DECIMAL' | 'CHECKBOX' | 'DATE' | 'DROPDOWN' | 'IP_ADDRESS' | 'URL';
  valueList: readonly string[];
  required: boolean;
}

export const invalidValue = 'Please enter a valid value';
/** C12-41 */
export const missingValue = 'Mandatory value is undefined. Please enter a value.';

/** Why a script cannot run with this value, in words (C12-39, C12-41); undefined when it can. */
export function variableWords(variable: Variable, value: string): string | undefined {
  if (value.trim() === '') return variable.required ? missingValue : undefined;
  // A box that must be ticked is like a field that must be filled.
  if (variable.type === 'CHECKBOX' && variable.required && value === 'false') return missingValue;
  return valueWords(variable, value);
}

/** Why a value does not fit the type of its variable. */
export function valueWords({ type, valueList }: Omit<Variable, 'required'>, value: string): string | undefined {
  switch (type) {
    case 'TEXT':
      return undefined;
    case 'INTEGER':
      return /^-?\d{1,15}$/.test(value) ? undefined : invalidValue;
    case 'DECIMAL':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? undefined : invalidValue;
    case 'CHECKBOX':
      return value === 'true' || value === 'false' ? undefined : invalidValue;
    case 'DATE':
      return date(value) ? undefined : defaultWords('format', { format: 'date' });
    case 'DROPDOWN':
      return valueList.includes(value) ? undefined : defaultWords('enum', {});
    case 'IP_ADDRESS':
      return ip(value) ? undefined : defaultWords('format', { format: 'ip' });
    case 'URL':
      return secureUrl(value) ? undefined : defaultWords('format', { format: 'secure-url' });
    default:
      return unreachable(type);
  }
}

function unreachable(type: never): never {
  throw new Error(`there is no variable of type ${String(type)}`);
}
