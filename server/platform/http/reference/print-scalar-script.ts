// A program that prints the compressed script of Scalar's package.
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const server = Fastify()
await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { statusCode, rawPayload } = await server.inject('/docs/js/scalar.js')
if (statusCode !== 200) throw new Error('The package of the reference page has no script')
process.stdout.write(gzipSync(rawPayload, { level: 9 }))
