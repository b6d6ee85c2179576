// Serves the colors and the typeface of all pages.
import { type AppearanceFile, appearanceFiles } from '@parley/appearance'
import type { FastifyInstance } from 'fastify'
import { createFile, sendFile } from './memory-file.ts'

export function serveAppearance(server: FastifyInstance): void {
  for (const file of appearanceFiles)
    if (file.contentType.startsWith('text/')) serveText(server, file)
    else serveFont(server, file)
}

function serveText(server: FastifyInstance, { path, contentType, cacheControl, bytes }: AppearanceFile): void {
  const [type = ''] = contentType.split(';')
  const file = createFile(type, bytes)
  server.get(`/${path}`, (request, reply) =>
    sendFile(request, reply.header('x-content-type-options', 'nosniff'), file, cacheControl),
  )
}

/** Fonts are compressed already, and browsers keep them. */
function serveFont(server: FastifyInstance, { path, contentType, cacheControl, bytes }: AppearanceFile): void {
  server.get(`/${path}`, (_request, reply) =>
    reply
      .headers({ 'content-type': contentType, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' })
      .send(bytes),
  )
}
