// Random calls in virtual time, and the memory of a long one: `npm run bench -- virtual-calls`.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkRandomCalls } from '#server/voice/testing/random-calls.ts'
import { startVirtualCall } from '#server/voice/virtual/virtual-call.ts'
import type { Options } from './options.ts'
import { progress } from './progress.ts'
import { ms, tableOf, whole } from './report.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const randomCalls = 10_000
const virtualHours = 2
const hourMs = 3_600_000
/** The memory is compared between the first and the last of these parts of the call. */
const parts = 8

export async function benchVirtualCalls(_options: Options): Promise<void> {
  progress(`${randomCalls.toLocaleString('en')} random calls`)
  const startedMs = performance.now()
  let virtualMs = 0
  await checkRandomCalls({ calls: randomCalls }, ({ call, maxDurationMs }) => {
    virtualMs += call.clock.now()
    if (call.ends.length !== 1 || call.clock.now() > maxDurationMs + 100) throw new Error('A call was stuck.')
  })
  const elapsedMs = performance.now() - startedMs
  progress(`a call of ${virtualHours} hours`)
  const megabytes = await holdLongCall()
  const rows = [
    ['random calls, none stuck', whole(randomCalls)],
    ['hours of virtual time', ms(virtualMs / hourMs)],
    ['seconds of real time', ms(elapsedMs / 1000)],
    [`heap after ${virtualHours / parts} hours of one call, MB`, ms(megabytes[0]!)],
    [`heap after ${virtualHours} hours of one call, MB`, ms(megabytes.at(-1)!)],
  ]
  process.stdout.write(`${tableOf(['', 'result'], rows)}\n`)
}

/** Returns the megabytes of the heap after each part of the call. */
async function holdLongCall(): Promise<number[]> {
  const maxDurationMs = virtualHours * hourMs + 60_000
  const call = startVirtualCall({
    settings: { maxDurationMs, maxSilenceMs: 60_000 },
    answer: ({ history }) => ({ segments: [`Answer ${history.length % 100} of a long conversation.`] }),
  })
  const megabytes: number[] = []
  for (let part = 1; part <= parts; part++) {
    const untilMs = (part * virtualHours * hourMs) / parts
    while (call.clock.now() < untilMs) {
      call.says('Please go on.')
      call.wait(6_000)
      // What the test kit has recorded is no memory of the call.
      call.line.sounds.length = 0
      call.line.sentAtMs.length = 0
      call.mode.requests.length = 0
      await null
    }
    if (call.end) throw new Error(`The call ended: ${call.end.reason}.`)
    megabytes.push(heapMegabytes())
  }
  return megabytes
}

function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}
