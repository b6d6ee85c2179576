// Serves the phone in the browser: its page, and the modules that the page loads.
import { readPageFile, telephoneFiles } from '@parley/telephone/page-files'
import type { FastifyInstance } from 'fastify'

const read = (name: string) => readPageFile(name, new URL('../../browser/', import.meta.url))
const page = read('phone.html')
const own = ['phone.js', 'phone-view.js', 'phone-sounds.js', 'phone.css']
const files = new Map([...telephoneFiles, ...own.map((name) => [name, read(name)] as const)])

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
      .headers({ ...commonHeaders, 'content-type': page.contentType, 'content-security-policy': policy })
      .send(page.text)
  })
  for (const [name, { contentType, text }] of files)
    app.get(`/phone/${name}`, (_request, reply) =>
      reply.headers({ ...commonHeaders, 'content-type': contentType }).send(text),
    )
}

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
