// Measures the requests to a carrier.
import { Counter, Histogram, type Registry } from 'prom-client'
import { OutsideError } from '../outside-error.ts'

/** Returns an adapter with the same behavior, for one or more ports whose functions all return promises. */
export function instrumentCarrier<C extends object>(carrier: C, registry: Registry): C {
  const requests = new Histogram({
    name: 'parley_carrier_request_seconds',
    help: 'Duration of carrier requests. The outcome is done, refused, or the code of the failure.',
    labelNames: ['call', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'parley_carrier_refusals_total',
    help: "Requests that the carrier refused, by the carrier's own code.",
    labelNames: ['call', 'code'],
    registers: [registry],
  })

  const calls = carrier as unknown as Record<string, (...args: never[]) => Promise<unknown>>
  const watched = Object.entries(calls).map(([call, ask]) => {
    const asked = async (...args: never[]): Promise<unknown> => {
      const startedMs = performance.now()
      let outcome = 'done'
      try {
        return await ask.apply(carrier, args)
      } catch (error) {
        const code = error instanceof OutsideError ? error.code : 'fault'
        outcome = isRefusal(code) ? 'refused' : code
        if (isRefusal(code)) refusals.inc({ call, code })
        throw error
      } finally {
        requests.observe({ call, outcome }, (performance.now() - startedMs) / 1000)
      }
    }
    return [call, asked]
  })
  return Object.fromEntries(watched) as unknown as C
}

const isRefusal = (code: string): boolean => /^(\d+|http_\d+)$/.test(code)
