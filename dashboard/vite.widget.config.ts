// Builds the widget of websites into one classic script, and in the mode `voice` its calls into a module.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const libraries = {
  chat: { entry: 'src/main.ts', format: 'iife', fileName: 'widget.js' },
  voice: { entry: 'src/voice/voice.ts', format: 'es', fileName: 'widget-voice.js' },
} as const

export default defineConfig(({ mode }) => {
  const { entry, format, fileName } = libraries[mode as keyof typeof libraries]
  return {
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
      lib: { entry: at(`../widget/${entry}`), formats: [format], name: 'parleyWidget', fileName: () => fileName },
      reportCompressedSize: false,
    },
  }
})
