// Serves the colors and the typeface of all pages.
import { appearanceFiles } from '@parley/appearance'
import type { FastifyInstance } from 'fastify'

export function serveAppearance(server: FastifyInstance): void {
  for (const { path, contentType, cacheControl, bytes } of appearanceFiles)
    server.get(`/${path}`, (_request, reply) =>
      reply
        .headers({ 'content-type': contentType, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' })
        .send(bytes),
    )
}
