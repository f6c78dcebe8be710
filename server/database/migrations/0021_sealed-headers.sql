-- Changes no table. From here on the values of monitors' request headers are sealed: the server seals the old ones at its start
-- (server/monitors/seal-old-headers.ts). An earlier version would send requests without them, so this entry keeps it out.
SELECT 1;
