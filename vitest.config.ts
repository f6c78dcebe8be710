import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{engine,machines,screens,api,src,server,agent,tests}/**/*.test.{ts,tsx}'],
    server: { deps: { inline: [/@rjsf\/mantine/] } },
  },
});
