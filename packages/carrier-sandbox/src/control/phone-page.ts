// Serves the phone in the browser: its page, and the modules that the page loads.
import { appearanceFiles } from '@parley/appearance'
import { readPageFile, telephoneFiles } from '@parley/telephone/page-files'
import type { FastifyInstance } from 'fastify'

const read = (name: string) => readPageFile(name, new URL('../../browser/', import.meta.url))
const page = read('phone.html')
const own = ['phone.js', 'phone-view.js', 'phone-sounds.js', 'phone.css']
const files = new Map([...telephoneFiles, ...own.map((name) => [name, read(name)] as const)])

/** The colors and the typeface of the pages. */
export function serveAppearance(app: FastifyInstance): void {
  for (const { path, contentType, cacheControl, bytes } of appearanceFiles)
    app.get(`/${path}`, (_request, reply) =>
      reply.headers({ ...pageHeaders, 'content-type': contentType, 'cache-control': cacheControl }).send(bytes),
    )
}

export function servePhonePage(app: FastifyInstance): void {
  app.get('/phone', ({ headers }, reply) => {
    const policy = policyOf({ code: "'self'", connect: `'self' ws://${headers.host}` })
    return reply
      .headers({ ...pageHeaders, 'content-type': page.contentType, 'content-security-policy': policy })
      .send(page.text)
  })
  for (const [name, { contentType, text }] of files)
    app.get(`/phone/${name}`, (_request, reply) =>
      reply.headers({ ...pageHeaders, 'content-type': contentType }).send(text),
    )
}

/** The content security policy of a page. `code` is the source of its scripts and styles. */
export const policyOf = ({ code, connect }: { code: string; connect: string }): string =>
  `default-src 'none'; script-src ${code}; style-src ${code}; connect-src ${connect}; img-src 'self' data:; ` +
  "font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const pageHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
