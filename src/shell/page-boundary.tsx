import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCompass, IconLock } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Component, useEffect, type ReactNode } from 'react';
import { Message } from '../parts/message.tsx';
import { useMay, type Need } from '../session/session.ts';
import { useWords } from '../words/words.ts';

interface BoundaryProps {
  /** A change clears the failure, because the user has navigated. */
  place: string;
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Confines a page's error to the page. React's root reports the caught errors. */
class Boundary extends Component<BoundaryProps, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined };
  static getDerivedStateFromError(error: unknown): { failure: Error } {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }
  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failure !== undefined && before.place !== this.props.place) this.setState({ failure: undefined });
  }
  retry = (): void => {
    // The missing code may belong to an older version, so reload to get the new one.
    if (/module script|imported module/i.test(this.state.failure?.message ?? '')) window.location.reload();
    else this.setState({ failure: undefined });
  };
  override render(): ReactNode {
    return this.state.failure === undefined ? this.props.children : this.props.fallback(this.retry);
  }
}

export function PageFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  const t = useWords();
  return (
    <Message
      page
      tall
      tone="bad"
      icon={<IconAlertTriangle size={32} stroke={1.5} />}
      title={t('failure.page')}
      text={t('failure.pageText')}
      actions={
        <>
          <Button onClick={onRetry}>{t('failure.retry')}</Button>
          <Button variant="default" component={Link} to="/systemDashboard/overview">
            {t('failure.home')}
          </Button>
        </>
      }
    />
  );
}

export function PageBoundary({ children }: { children: ReactNode }): ReactNode {
  const place = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Boundary place={place} fallback={(retry) => <PageFailed onRetry={retry} />}>
      {children}
    </Boundary>
  );
}

export function NotFound(): ReactNode {
  const t = useWords();
  useEffect(() => {
    document.title = `${t('notFound.title')} · Cairn`;
  }, [t]);
  return (
    <Message
      page
      tall
      icon={<IconCompass size={32} stroke={1.5} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      actions={
        <Button component={Link} to="/systemDashboard/overview">
          {t('failure.home')}
        </Button>
      }
    />
  );
}

/** Shows a page only to users with the permission; shows a message to others. */
export function Guarded({ need, children }: { need: Need; children: ReactNode }): ReactNode {
  const t = useWords();
  const may = useMay();
  if (may(need)) return children;
  return (
    <Message
      page
      tall
      icon={<IconLock size={32} stroke={1.5} />}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      actions={
        <Button component={Link} to="/systemDashboard/overview">
          {t('failure.home')}
        </Button>
      }
    />
  );
}
