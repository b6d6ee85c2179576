// Prometheus metrics of the process and of its HTTP requests.
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

export interface RequestMetrics {
  registry: Registry
  request(method: string, route: string, status: number, elapsedMs: number): void
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  collectDefaultMetrics({ register: registry, prefix: 'parley_' })
  const requests = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 90, 120],
    registers: [registry],
  })
  return {
    registry,
    request(method, route, status, elapsedMs) {
      requests.observe({ method, route, status }, elapsedMs / 1000)
    },
  }
}
