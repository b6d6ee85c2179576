// The liveness, readiness and metrics endpoints.
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Heartbeat } from '../database/heartbeat.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { RequestMetrics } from './request-metrics.ts'

const readyTimeoutMs = 2000
/** A caller of `/readyz` at least this often counts as a load balancer, which must see the 503 before the server closes. */
const maxProbeIntervalMs = 30_000
const leaveTimeoutMs = 5_000

export interface Health {
  /** Makes `/readyz` answer 503. Resolves once a regular caller has received it, after five seconds at most. */
  leave(): Promise<void>
}

/**
 * Protects against DNS rebinding, where a web page reaches a private server through a name of its own that resolves to
 * the server's address. IP addresses and loopback names cannot be rebound.
 */
function mayReadMetrics(header: string | undefined, hosts: readonly string[]): boolean {
  const host = URL.parse(`http://${header}`)?.hostname.toLowerCase()
  if (header === undefined || host === undefined) return false
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || /^(?:[^.]+\.)*localhost$/.test(host) || hosts.includes(host)
}

export interface HealthOptions {
  database: Database
  heartbeat: Heartbeat
  metrics: RequestMetrics
  /** Host names under which `/metrics` answers, besides loopback names and IP addresses. */
  metricsHosts: readonly string[]
}

/**
 * `/healthz` reports that the process is alive, `/readyz` that it can work: in the last seconds the database has accepted a
 * write and delivered a notification, by which this process also learns of jobs, and now the tables of the jobs answer.
 */
export function serveHealth(server: FastifyInstance, options: HealthOptions): Health {
  const { database, heartbeat, metrics, metricsHosts } = options
  const { pool } = database
  let stopping = false
  let readyAtMs: number[] = []
  const unreadySent = Promise.withResolvers<void>()

  server.get('/healthz', (_request, reply) => {
    reply.send({ status: 'ok' })
  })

  let check: Promise<unknown> | undefined

  /** Concurrent requests share one query. */
  const checkDatabase = (): Promise<unknown> => {
    check ??= withTimeout(readyTimeoutMs, pool.query('select from graphile_worker.jobs limit 1')).finally(() => {
      check = undefined
    })
    return check
  }

  server.get('/readyz', async (_request, reply) => {
    if (stopping) {
      reply.raw.once('finish', () => unreadySent.resolve())
      return reply.code(503).send({ status: 'stopping' })
    }
    const problem = heartbeat.problem()
    if (problem) return reply.code(503).send({ status: problem })
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
      if (performance.now() - first > maxProbeIntervalMs) return
      const timer = setTimeout(() => unreadySent.resolve(), leaveTimeoutMs)
      await unreadySent.promise
      clearTimeout(timer)
    },
  }
}
