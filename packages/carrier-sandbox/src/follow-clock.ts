// The clock of a sandbox in another process: followed by its stream of events, so that all go by the same time.
import { setTimeout } from 'node:timers/promises'
import type { Clock } from './core/clock.ts'

export interface FollowedClock extends Clock, Disposable {}

const firstWithinMs = 2_000
const againAfterMs = 1_000

/**
 * Resolves once it goes as the other does, or as `clock` when nobody tells in time; asks again when the stream ends,
 * which `onEnd` is told.
 */
export async function followClock(
  baseUrl: string,
  clock: Clock,
  onEnd: () => Promise<void> = async () => undefined,
): Promise<FollowedClock> {
  const ended = new AbortController()
  const { promise: known, resolve: isKnown } = Promise.withResolvers<void>()
  let turnedMs = 0

  async function follow(): Promise<void> {
    for await (const line of linesOf(`${baseUrl}/sandbox/events`, ended.signal)) {
      const turned = line.startsWith('data: ') ? turnedIn(line.slice(6)) : undefined
      if (turned === undefined) continue
      turnedMs = turned
      isKnown()
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!ended.signal.aborted) {
      await follow().catch(() => undefined)
      if (!ended.signal.aborted) await onEnd()
      await setTimeout(againAfterMs, undefined, { ref: false, signal: ended.signal }).catch(() => undefined)
    }
  }

  void keepFollowing()
  await Promise.race([known, setTimeout(firstWithinMs, undefined, { ref: false })])
  return {
    now: () => new Date(clock.now().getTime() + turnedMs),
    [Symbol.dispose]: () => ended.abort(),
  }
}

async function* linesOf(url: string, signal: AbortSignal): AsyncGenerator<string> {
  const reply = await fetch(url, { signal })
  let rest = ''
  for await (const text of reply.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

function turnedIn(data: string): number | undefined {
  const event = JSON.parse(data) as { type?: unknown; turned_ms?: unknown }
  return event.type === 'clock' && typeof event.turned_ms === 'number' ? event.turned_ms : undefined
}
