// Serves a small website whose address needs no network, for knowledgebases.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const pages = ['index.html', 'courses.html', 'visit.html'] as const

export function serveSampleWebsite(app: FastifyInstance): void {
  for (const name of pages) {
    const page = readFileSync(new URL(`./website/${name}`, import.meta.url), 'utf8')
    app.get(`/website/${name}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  }
}
