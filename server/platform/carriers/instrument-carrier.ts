// Measures the requests to carriers.
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Carrier } from '#server/ports/carriers.ts'
import { CarrierError } from './carrier-error.ts'

/** Returns a function that gives carriers the same behavior with metrics. */
export function createCarrierInstrument(registry: Registry): (carrier: Carrier) => Carrier {
  const requests = new Histogram({
    name: 'parley_carrier_request_seconds',
    help: 'Duration of carrier requests. The outcome is done, refused, or the code of the failure.',
    labelNames: ['carrier', 'call', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'parley_carrier_refusals_total',
    help: "Requests that the carrier refused, by the carrier's own code.",
    labelNames: ['carrier', 'call', 'code'],
    registers: [registry],
  })

  /** For one part of a carrier, whose functions all return promises if they are called with an account. */
  function instrument<P extends object>(name: string, part: P): P {
    const watched = Object.entries(part).map(([call, ask]) => {
      if (typeof ask !== 'function' || synchronous.has(call)) return [call, ask]
      const asked = async (...args: never[]): Promise<unknown> => {
        const startedMs = performance.now()
        let outcome = 'done'
        try {
          return await ask.apply(part, args)
        } catch (error) {
          outcome = error instanceof CarrierError ? error.code : 'fault'
          if (error instanceof CarrierError && error.outcome === 'refused' && error.reason !== 'unauthorised') {
            refusals.inc({ carrier: name, call, code: outcome })
            outcome = 'refused'
          }
          throw error
        } finally {
          requests.observe({ carrier: name, call, outcome }, (performance.now() - startedMs) / 1000)
        }
      }
      return [call, asked]
    })
    return Object.fromEntries(watched) as P
  }

  return (carrier) => ({
    ...carrier,
    messages: instrument(carrier.name, carrier.messages),
    calls: instrument(carrier.name, carrier.calls),
  })
}

const synchronous: ReadonlySet<string> = new Set<keyof Carrier['messages']>(['isInboundWebhook'])
