// Puts a server under load for one round.
import autocannon from 'autocannon'
import { type Round, roundOf } from './statistics.ts'
import { stopIfAsked } from './stop.ts'

export interface LoadOptions {
  connections: number
  seconds: number
}

/** The same request over and over; throws when any of them fails. */
export async function loadGet(url: string, headers: Record<string, string>, options: LoadOptions): Promise<Round> {
  const { connections, seconds } = options
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  let lastAt = startedAt
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon({ url, headers, connections, duration: seconds }, (error, result) => {
      if (error) reject(error)
      else if (result.errors + result.non2xx > 0)
        reject(new Error(`${url} failed ${result.errors + result.non2xx} times.`))
      else resolve()
    })
    instance.on('response', (_client, _status, _bytes, elapsedMs) => {
      latenciesMs.push(elapsedMs)
      lastAt = performance.now()
    })
  })
  return roundOf(latenciesMs, lastAt - startedAt)
}

/** As many at a time as there are connections, each begun when the one before is over. */
export async function loadWork(work: () => Promise<unknown>, options: LoadOptions): Promise<Round> {
  const { connections, seconds } = options
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  async function worker(): Promise<void> {
    while (performance.now() < until) {
      const begunAt = performance.now()
      await work()
      latenciesMs.push(performance.now() - begunAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return roundOf(latenciesMs, performance.now() - startedAt)
}

/** Rounds of each in turn, every second time the other way round; the first round of each warms up and is dropped. */
export async function alternate<T>(
  rounds: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<[T[], T[]]> {
  const results: [T[], T[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const which of order) {
      stopIfAsked()
      const result = await (which === 0 ? one() : other())
      if (round >= 0) results[which]!.push(result)
    }
  }
  return results
}
