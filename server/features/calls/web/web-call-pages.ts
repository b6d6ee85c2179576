// Serves the page of web calls, and the modules that it and other pages load for microphone and speaker.
import { type BrowserFile, readBrowserFile, telephoneFiles } from '@parley/carrier-sandbox/browser'
import type { Callback } from '#server/platform/http/callbacks.ts'

const read = (name: string) => readBrowserFile(name, new URL('./page/', import.meta.url))
const own = ['web-call.js', 'web-call-client.js', 'web-call.css']
const files: [path: string, file: BrowserFile][] = [
  ['/web-call', read('web-call.html')],
  ...[...own.map((name) => [name, read(name)] as const), ...telephoneFiles].map(
    ([name, file]): [string, BrowserFile] => [`/web-call/${name}`, file],
  ),
]

export const webCallPages: Callback[] = files.map(([path, { contentType, text }]) => ({
  method: 'GET',
  path,
  answer: async ({ settings }) => ({
    status: 200,
    headers: {
      'content-type': contentType,
      'content-security-policy': policyOf(settings.publicUrl),
      // Pages of other origins load the modules for their own web calls.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'permissions-policy': 'microphone=(self)',
      'referrer-policy': 'no-referrer',
    },
    body: text,
  }),
}))

const policyOf = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${publicUrl.replace(/^http/i, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
