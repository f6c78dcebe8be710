import { createContext, use, type ReactNode } from 'react';
import styles from './form.module.css';

const SpecialContext = createContext<ReactNode>(null);
/** The special part of the screen, for the section of its form that has `special`. */
export const SpecialProvider = SpecialContext.Provider;

export function SpecialPlace(): ReactNode {
  return <div className={styles.special}>{use(SpecialContext)}</div>;
}
