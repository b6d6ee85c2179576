// Builds the pages. The contract is replaced by a generated copy without schemas, so that zod is not loaded.
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US', 'de-DE'] }), enforce: 'pre' }, react(), tailwind()],
  resolve: {
    alias: [
      { find: /^#contract\/.*/, replacement: at('generated/contract.js') },
      { find: /^#sdk\//, replacement: at('../sdk/') },
      { find: /^#widget\//, replacement: at('../widget/') },
    ],
  },
  build: {
    // The content security policy allows no inline scripts, styles or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/appearance', '/sign-in', '/docs', '/openapi.json', '/recordings', '/listen', '/web-call'].map(
        (path) => [path, { target: process.env['PARLEY_URL'] ?? 'http://127.0.0.1:8080', ws: true }],
      ),
    ),
  },
})
