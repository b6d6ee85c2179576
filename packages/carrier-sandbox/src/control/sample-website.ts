// Serves a sample website of three pages, which includes the chat widget if its address names an assistant.
import { readFileSync } from 'node:fs'
import { shopFiles, shopPage } from '@parley/appearance'
import type { FastifyInstance } from 'fastify'
import type { SandboxSettings } from '../core/settings.ts'

/** The first page is that of the shop. */
const pages: readonly { name: string; title?: string; main?: string }[] = [
  { name: 'index.html' },
  { name: 'courses.html', title: 'Baking courses · Harbour Street Bakery', main: read('courses.html') },
  { name: 'visit.html', title: 'Visit us · Harbour Street Bakery', main: read('visit.html') },
]
const script = read('chat.js')

function read(name: string): string {
  return readFileSync(new URL(`./website/${name}`, import.meta.url), 'utf8')
}

export function serveSampleWebsite(app: FastifyInstance, { widgetUrl }: SandboxSettings): void {
  for (const { name, ...page } of pages) {
    const html = shopPage({
      ...page,
      language: 'en',
      appearance: '../appearance.css',
      folder: '',
      head: '<script src="chat.js" async></script>',
      note: 'A sample website of the sandbox carrier.',
    })
    app.get(`/website/${name}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  }
  for (const { name, contentType, text } of shopFiles)
    app.get(`/website/${name}`, (_request, reply) => reply.type(`${contentType}; charset=utf-8`).send(text))
  app.get('/website/chat.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`const widgetUrl = ${JSON.stringify(widgetUrl ?? null)}\n${script}`),
  )
}
