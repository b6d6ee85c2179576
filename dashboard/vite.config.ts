// Builds the pages. The contract is replaced by a generated copy without schemas, so that zod is not loaded.
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US', 'de-DE', 'fr-FR'] }), enforce: 'pre' }, react(), tailwind()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A file costs a request and compresses by itself, so modules that pages need together share one.
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'] },
            { name: 'frame', tags: ['$initial'] },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
            { name: 'parts', test: /[\\/]ui[\\/](?:values|tabs)\.tsx$/ },
            { name: 'panels', test: /[\\/]panels[\\/]try-tabs\.tsx$/ },
            { name: 'overlays', test: /[\\/]ui[\\/]overlays\.tsx$/ },
            { name: 'forms', test: /[\\/]ui[\\/](?:fields|form)\.tsx$/ },
            { name: 'tables', test: /[\\/]ui[\\/]table\.tsx$/ },
          ],
        },
      },
    },
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
