/** Where a person wants to go from a form: a step by its screen, or to have everything saved. */
export type Onward = { to: string } | 'save';

const forms = new Map<string, (onward: Onward) => void>();

/** The form of a flow that stands now; gives back what takes it away again. */
export function onSubmitThen(flow: string, submit: (onward: Onward) => void): () => void {
  forms.set(flow, submit);
  return () => {
    if (forms.get(flow) === submit) forms.delete(flow);
  };
}

/** Submits the form that stands, as its own button does, and goes on from there. */
export function submitThen(flow: string, onward: Onward): void {
  forms.get(flow)?.(onward);
}
