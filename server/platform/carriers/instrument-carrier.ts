// Measures the requests to carriers.
import { Counter, Histogram, type Registry } from 'prom-client'
import { messageRequests } from '#server/ports/carrier.ts'
import type { Carrier } from '#server/ports/carriers.ts'
import { callRequests } from '#server/ports/voice-carrier.ts'
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

  /** Returns one part of a carrier with the same functions, of which those that send requests are measured. */
  function instrument<P extends object>(name: string, part: P, requestNames: readonly (keyof P & string)[]): P {
    const measured = requestNames.map((call) => {
      const plain = part[call] as (...args: unknown[]) => Promise<unknown>
      const ask = async (...args: unknown[]): Promise<unknown> => {
        const startedMs = performance.now()
        let outcome = 'done'
        try {
          return await plain.apply(part, args)
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
      return [call, ask]
    })
    return { ...part, ...Object.fromEntries(measured) }
  }

  return (carrier) => ({
    ...carrier,
    messages: instrument(carrier.name, carrier.messages, messageRequests),
    calls: instrument(carrier.name, carrier.calls, callRequests),
  })
}
