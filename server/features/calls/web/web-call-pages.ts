// Serves the page of web calls, and the modules that it and other pages load for microphone and speaker.
import { readBrowserFile, telephoneFiles } from '@parley/carrier-sandbox/browser'
import { servePageFiles } from '#server/platform/http/page-files.ts'

const read = (name: string) => readBrowserFile(name, new URL('./page/', import.meta.url))
const own = ['web-call.js', 'web-call-client.js', 'web-call.css']
const files = [
  { path: '/web-call', ...read('web-call.html') },
  ...[...own.map((name) => [name, read(name)] as const), ...telephoneFiles].map(([name, file]) => ({
    path: `/web-call/${name}`,
    ...file,
  })),
]

/** Pages of other origins load the modules for their own web calls. */
export const webCallPages = servePageFiles(files, {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
})
