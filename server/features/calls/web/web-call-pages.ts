// Serves the page of web calls, and the modules that it and other pages load for microphone and speaker.
import { readFileSync } from 'node:fs'
import { telephoneAudioFiles } from '@parley/carrier-sandbox/browser'
import type { Callback } from '#server/platform/http/callbacks.ts'

const read = (name: string): string => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')

const javascript = 'text/javascript; charset=utf-8'
const files: [name: string, type: string, text: string][] = [
  ['/web-call.js', javascript, read('web-call.js')],
  ['/web-call-client.js', javascript, read('web-call-client.js')],
  ['/web-call.css', 'text/css; charset=utf-8', read('web-call.css')],
  ...[...telephoneAudioFiles].map(([name, text]): [string, string, string] => [`/${name}`, javascript, text]),
  ['', 'text/html; charset=utf-8', read('web-call.html')],
]

export const webCallPages: Callback[] = files.map(([name, type, text]) => ({
  method: 'GET',
  path: `/web-call${name}`,
  answer: async ({ settings }) => ({
    status: 200,
    headers: {
      'content-type': type,
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
