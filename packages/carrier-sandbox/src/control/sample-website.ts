// Serves a small website whose address needs no network, for knowledgebases and for chat widgets.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { SandboxSettings } from '../core/settings.ts'

const pages = ['index.html', 'courses.html', 'visit.html'] as const
const script = readFileSync(new URL('./website/chat.js', import.meta.url), 'utf8')

export function serveSampleWebsite(app: FastifyInstance, { widgetUrl }: SandboxSettings): void {
  for (const name of pages) {
    const page = readFileSync(new URL(`./website/${name}`, import.meta.url), 'utf8')
    app.get(`/website/${name}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  }
  app.get('/website/chat.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`const widgetUrl = ${JSON.stringify(widgetUrl ?? null)}\n${script}`),
  )
}
