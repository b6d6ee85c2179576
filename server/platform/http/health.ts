// Whether the process is alive, whether it is ready, and its figures.
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { RequestMetrics } from './request-metrics.ts'

const readyWithinMs = 2000
/** Whoever asks at intervals hears of a stop before the doors close. */
const asksAtLeastEveryMs = 30_000
const leaveWithinMs = 5_000

export interface Health {
  /** From now on not ready. Resolves when whoever asks regularly has heard so, after five seconds at most. */
  leave(): Promise<void>
}

/**
 * A web page can reach a private server under a name of its own that it has resolve to the server's address (DNS
 * rebinding). It cannot do so under an IP address or a loopback name.
 */
function mayReadMetrics(header: string | undefined, hosts: readonly string[]): boolean {
  const host = URL.parse(`http://${header}`)?.hostname.toLowerCase()
  if (header === undefined || host === undefined) return false
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || /^(?:[^.]+\.)*localhost$/.test(host) || hosts.includes(host)
}

/** `/healthz` answers while the process lives; `/readyz` only while the database and the jobs in it answer. */
export interface HealthOptions {
  database: Database
  metrics: RequestMetrics
  /** Names under which `/metrics` answers, besides loopback names and IP addresses. */
  metricsHosts: readonly string[]
}

export function serveHealth(server: FastifyInstance, { database, metrics, metricsHosts }: HealthOptions): Health {
  const { pool } = database
  let stopping = false
  let readyAtMs: number[] = []
  const heard = Promise.withResolvers<void>()

  server.get('/healthz', (_request, reply) => {
    reply.send({ status: 'ok' })
  })

  let check: Promise<unknown> | undefined

  /** Requests at the same time share one query. */
  const checkDatabase = (): Promise<unknown> => {
    check ??= withTimeout(readyWithinMs, pool.query('select from graphile_worker.jobs limit 1')).finally(() => {
      check = undefined
    })
    return check
  }

  server.get('/readyz', async (_request, reply) => {
    if (stopping) {
      reply.raw.once('finish', () => heard.resolve())
      return reply.code(503).send({ status: 'stopping' })
    }
    try {
      await checkDatabase()
      readyAtMs = [...readyAtMs.slice(-1), performance.now()]
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' })
    }
  })

  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.headers.host, metricsHosts))
      return reply.code(404).send({ message: 'The route metrics could not be found.' })
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  return {
    async leave() {
      stopping = true
      const [first = Number.NEGATIVE_INFINITY] = readyAtMs.length === 2 ? readyAtMs : []
      if (performance.now() - first > asksAtLeastEveryMs) return
      const timer = setTimeout(() => heard.resolve(), leaveWithinMs)
      await heard.promise
      clearTimeout(timer)
    },
  }
}
