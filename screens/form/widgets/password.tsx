import type { ReactNode } from 'react';
import type { WidgetProps } from '../widget-props.ts';
import { PasswordBox } from './password-box.tsx';

export function PasswordWidget(props: WidgetProps): ReactNode {
  return <PasswordBox {...props} autoComplete="current-password" />;
}
