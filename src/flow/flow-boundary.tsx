import { Component, type ReactNode } from 'react';

interface Props {
  /** What to draw instead, with what went wrong. */
  renderFailure: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Keeps a defect in one flow from taking the console with it. React's root reports what is caught here. */
export class FlowBoundary extends Component<Props, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {};
  static getDerivedStateFromError(error: unknown): { caught: { error: unknown } } {
    return { caught: { error } };
  }
  override render(): ReactNode {
    const { caught } = this.state;
    return caught === undefined ? this.props.children : this.props.renderFailure(caught.error);
  }
}
