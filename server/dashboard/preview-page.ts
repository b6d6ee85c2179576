// The page in which the dashboard shows the widget of an assistant: a sample shop in English or German.
import { shopFiles, shopPage } from '@parley/appearance'
import { createFile, type File } from '#server/platform/http/memory-file.ts'

const folder = '/widget-preview/'

const pageIn = (language: 'en' | 'de'): File =>
  createFile(
    'text/html',
    shopPage({
      language,
      folder,
      appearance: '/appearance.css',
      head: `<script src="${folder}preview.js" defer></script>`,
      isPicture: true,
    }),
  )

const pages = { en: pageIn('en'), de: pageIn('de') }

/** Shops of other languages are in English. */
export const previewPageIn = (language: unknown): File => (language === 'de' ? pages.de : pages.en)

export const previewFiles: ReadonlyMap<string, File> = new Map(
  shopFiles.map(({ name, contentType, text }) => [folder + name, createFile(contentType, text)]),
)
