// The figures of a process: what it counts while it works, and what is looked up when somebody reads them.
import { Counter, Gauge, Registry } from 'prom-client'
import { withTimeout } from '../time/with-timeout.ts'

/** Something that is counted, by one word that says what came of it. */
export interface CounterSpec<W extends string = string> {
  name: `parley_${string}_total`
  help: string
  label: string
  /** All that it may be; each is there as 0 from the start. */
  words: readonly W[]
}

export interface MetricsRegistry {
  registry: Registry
  count<W extends string>(counter: CounterSpec<W>, word: W): void
  /** Figures by name that are read together, at most once in ten seconds; they are left out while that fails. */
  registerGauges(gauges: Record<`parley_${string}`, string>, read: () => Promise<Record<string, number>>): void
}

const freshForMs = 10_000
const readWithinMs = 2_000

/** A counter that is not among those given is added when it is first counted. */
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

/** However many ask at once, and however often: one reading. */
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
