import { useEffect, useRef, useState } from 'react';

const patienceMs = 800;
const leastMs = 1000;

/** Whether to show a loading state: after 800 ms, and then for at least a second (ruling 23). */
export function usePatience(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (loading === shown) return undefined;
    const wait = loading ? patienceMs : Math.max(0, since.current + leastMs - Date.now());
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  return shown;
}
