import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

const Ours = lazy(() => import('./ours.tsx'));
const Stock = lazy(() => import('./stock.tsx'));

const query = new URLSearchParams(location.search);
const fields = Number(query.get('fields'));
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <MantineProvider>
    <Suspense>{query.get('side') === 'ours' ? <Ours fields={fields} /> : <Stock fields={fields} />}</Suspense>
  </MantineProvider>,
);
