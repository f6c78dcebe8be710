import { javascript } from '@codemirror/lang-javascript';
import { StreamLanguage } from '@codemirror/language';
import { powerShell } from '@codemirror/legacy-modes/mode/powershell';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { vbScript } from '@codemirror/legacy-modes/mode/vbscript';
import type { Extension } from '@codemirror/state';

/** The syntax of a script's language; a batch file has none that is known. */
export function syntaxOf(language: unknown): Extension {
  switch (language) {
    case 'sh':
      return StreamLanguage.define(shell);
    case 'powershell':
      return StreamLanguage.define(powerShell);
    // JSON is an expression of JavaScript.
    case 'json':
    case 'javascript':
      return javascript();
    case 'vbscript':
      return StreamLanguage.define(vbScript);
    default:
      return [];
  }
}
