import { Component, type ReactNode } from 'react';
import { Notice } from '../ui/notice';

interface Props {
  /** What failed, for the sentence: "The comparison". */
  readonly part: string;
  /** The boundary tries again when this changes. */
  readonly resetKey: unknown;
  readonly children: ReactNode;
}

/** Never a blank screen: one region fails, the others stay, the work is kept, and trying again is one click. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <Notice tone="error" actions={[{ label: 'Try again', onSelect: () => this.setState({ error: null }) }]}>
        {this.props.part} could not be drawn ({this.state.error.message}). Your conversation and your settings
        are kept.
      </Notice>
    );
  }
}
