// Serves the phone in the browser: its page, and the modules that the page loads.
import type { FastifyInstance } from 'fastify'
import { readBrowserFile, telephoneAudioFiles } from '../browser.ts'

const page = readBrowserFile('phone.html')
const own = ['phone.js', 'phone-view.js', 'phone-sounds.js', 'phone.css']
const files = new Map([...telephoneAudioFiles, ...own.map((name) => [name, readBrowserFile(name)] as const)])

export function servePhonePage(app: FastifyInstance): void {
  app.get('/phone', ({ headers }, reply) => {
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `connect-src 'self' ws://${headers.host}`,
      "img-src 'self' data:",
      "media-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
    return reply
      .headers({ ...commonHeaders, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(page)
  })
  for (const [name, text] of files)
    app.get(`/phone/${name}`, (_request, reply) =>
      reply.headers({ ...commonHeaders, 'content-type': typeOf(name) }).send(text),
    )
}

const typeOf = (name: string) => `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
