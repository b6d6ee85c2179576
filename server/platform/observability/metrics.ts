// The metrics of a process: counters, and gauges that are read on request.
import { Counter, Gauge, Registry } from 'prom-client'
import { withTimeout } from '../time/with-timeout.ts'

/** An event counter with one label for the outcome. */
export interface CounterSpec<W extends string = string> {
  name: `parley_${string}_total`
  help: string
  label: string
  /** All values of the label; each is 0 at the start. */
  words: readonly W[]
}

export interface MetricsRegistry {
  registry: Registry
  count<W extends string>(counter: CounterSpec<W>, word: W): void
  /** Registers gauges that are read together, at most once in ten seconds, and left out if reading fails. */
  registerGauges(gauges: Record<`parley_${string}`, string>, read: () => Promise<Record<string, number>>): void
}

const freshForMs = 10_000
const readWithinMs = 2_000

/** A counter that is not listed is registered when it is first counted. */
export function createMetricsRegistry(counters: readonly CounterSpec[] = []): MetricsRegistry {
  const registry = new Registry()
  const known = new Map<string, Counter>()
  function counterOf({ name, help, label, words }: CounterSpec): Counter {
    let counter = known.get(name)
    if (!counter) {
      counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      for (const word of words) counter.inc({ [label]: word }, 0)
      known.set(name, counter)
    }
    return counter
  }
  for (const counter of counters) counterOf(counter)
  return {
    registry,
    count: (spec, word) => counterOf(spec).inc({ [spec.label]: word }),
    registerGauges(gauges, read) {
      const latest = cached(read)
      for (const [name, help] of Object.entries(gauges)) {
        registry.registerMetric(
          new Gauge({
            name,
            help,
            registers: [],
            async collect() {
              const value = (await latest())[name]
              if (value === undefined) this.remove()
              else this.set(value)
            },
          }),
        )
      }
    },
  }
}

/** Caches the result and shares it between concurrent callers. */
function cached(read: () => Promise<Record<string, number>>): () => Promise<Record<string, number>> {
  let latest: Promise<Record<string, number>> | undefined
  let readAtMs = 0
  return () => {
    if (latest && performance.now() - readAtMs < freshForMs) return latest
    readAtMs = performance.now()
    latest = withTimeout(readWithinMs, read()).catch(() => ({}))
    return latest
  }
}
