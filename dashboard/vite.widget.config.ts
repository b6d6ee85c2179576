// Builds the widget of websites into one classic script.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('../widget'),
  publicDir: false,
  resolve: {
    alias: [
      { find: /^#contract\/.*/, replacement: at('generated/widget-contract.js') },
      { find: /^#sdk\//, replacement: at('../sdk/') },
    ],
  },
  build: {
    emptyOutDir: false,
    lib: { entry: at('../widget/src/main.ts'), formats: ['iife'], name: 'parleyWidget', fileName: () => 'widget.js' },
    reportCompressedSize: false,
  },
})
