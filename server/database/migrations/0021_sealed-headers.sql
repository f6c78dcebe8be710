-- Changes no table. From here on what monitors' requests send, headers and bodies, is sealed: the server seals the old ones at its
-- start (server/monitors/seal-old-values.ts). An earlier version would send requests without them, so this entry keeps it out.
SELECT 1;
