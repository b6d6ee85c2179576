// Serves the page for listening to a live call. Its modules for microphone and speaker are those of web calls.
import { readBrowserFile } from '@parley/carrier-sandbox/browser'
import { servePageFiles } from '#server/platform/http/page-files.ts'

const read = (name: string) => readBrowserFile(name, new URL('./page/', import.meta.url))

export const listenPages = servePageFiles([
  { path: '/listen', ...read('listen.html') },
  ...['listen.js', 'listen-client.js', 'listen.css'].map((name) => ({ path: `/listen/${name}`, ...read(name) })),
])
