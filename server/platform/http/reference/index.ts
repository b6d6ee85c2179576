// The API reference at /docs and the OpenAPI description at /openapi.json.
import { readFileSync } from 'node:fs'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { webhookPayloads } from '#contract/events/webhook-payloads.ts'
import { contract } from '#contract/index.ts'
import { openapiOf } from '#contract/openapi/index.ts'
import { createFile, type File, sendFile } from '../memory-file.ts'
import { readScalarScript } from './scalar-script.ts'

export interface ReferenceOptions {
  publicUrl: string
}

/** The pages load nothing from other hosts. Scalar sets `style` attributes, which no nonce can allow. */
const headers: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // The TLS proxy decides whether to send HSTS.
  hsts: false,
}

export function serveReference(server: FastifyInstance, { publicUrl }: ReferenceOptions): void {
  const { version } = JSON.parse(readPage('../../../../package.json')) as { version: string }
  const docs = createFile('text/html', readPage('docs.html'))
  const names = createFile('text/javascript', readPage('names.js'))
  const description = once(() =>
    createFile(
      'application/json',
      JSON.stringify(openapiOf(contract, { serverUrl: publicUrl, version, webhooks: webhookPayloads })),
    ),
  )
  const script = once(readScalarScript)

  server.register(async (pages) => {
    await pages.register(helmet, headers)
    pages.get('/docs', (request, reply) => sendFile(request, reply, docs))
    pages.get('/docs/names.js', (request, reply) => sendFile(request, reply, names))
    pages.get('/docs/scalar.js', async (request, reply) => sendFile(request, reply, await script()))
  })
  server.get('/openapi.json', (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    return sendFile(request, reply, description())
  })
}

function readPage(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** Calls `make` on first use; a rejected promise is not cached. */
function once<T extends File | Promise<File>>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    if (made === undefined) {
      made = make()
      if (made instanceof Promise) made.catch(() => (made = undefined))
    }
    return made
  }
}
