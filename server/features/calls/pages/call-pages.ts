// Serves the page of web calls, the page for listening to a live call, and the modules that they load.
import { readPageFile, telephoneFiles } from '@parley/telephone/page-files'
import { servePageFiles } from '#server/platform/http/page-files.ts'

const read = (name: string) => readPageFile(name, new URL('./', import.meta.url))
const own = ['web-call-page.js', 'web-call-client.js', 'call-page.css']
const files = [
  { path: '/web-call', ...read('web-call.html') },
  ...[...own.map((name) => [name, read(name)] as const), ...telephoneFiles].map(([name, file]) => ({
    path: `/web-call/${name}`,
    ...file,
  })),
]

export const callPages = [
  // Pages of other origins load the modules for their own web calls.
  ...servePageFiles(files, {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }),
  ...servePageFiles([
    { path: '/listen', ...read('listen.html') },
    { path: '/listen/listen-page.js', ...read('listen-page.js') },
  ]),
]
