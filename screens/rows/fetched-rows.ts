import { fetchedPart } from '../fetched-part.tsx';

// The tables, apart from the screens that have none.
export const FetchedRows = fetchedPart(async () => (await import('./server-rows.tsx')).ServerRows);
export const FetchedRowsOfOptions = fetchedPart(async () => (await import('./rows-of-options.tsx')).RowsOfOptions);
export const FetchedJobRows = fetchedPart(async () => (await import('./job-rows.tsx')).JobRows);
