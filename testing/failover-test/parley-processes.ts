// The Parley processes of the failover test, behind a front that spreads connections over those that run.
import { openTcpFront } from '#testing/database/tcp-front.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { spawnServerProcess } from '#testing/processes/server-process.ts'

export type ParleyProcesses = Awaited<ReturnType<typeof openParleyProcesses>>

type Process = Awaited<ReturnType<typeof spawnServerProcess>>

interface Slot {
  process: Process
  startedAt: number
  isReady: boolean
  hasEnded: boolean
}

/** Clients and the carrier use `port`. */
export async function openParleyProcesses(
  env: Record<string, string>,
  { port, count }: { port: number; count: number },
) {
  await using opened = new AsyncDisposableStack()
  const slots: Slot[] = []
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const exits: string[] = []
  let turn = 0

  async function start(index: number): Promise<void> {
    const child = await spawnServerProcess({ ...env, PORT: String(ports[index]) })
    const slot: Slot = { process: child, startedAt: performance.now(), isReady: false, hasEnded: false }
    slots[index] = slot
    void child.ended.then((signal) => {
      slot.isReady = false
      slot.hasEnded = true
      if (signal !== 'SIGKILL') exits.push(`Process ${index} ended by itself: ${child.logged().slice(-1_000)}`)
    })
    void child.untilReady().then(
      () => {
        slot.isReady = true
      },
      () => {},
    )
  }

  const front = opened.use(
    await openTcpFront(() => {
      const ready = slots.filter(({ isReady }) => isReady)
      const { process } = (ready.length > 0 ? ready : slots)[turn++ % Math.max(1, ready.length)]!
      return { host: '127.0.0.1', port: Number(new URL(process.baseUrl).port) }
    }, port),
  )
  opened.defer(async () => {
    await Promise.all(slots.map(({ process }) => process.kill()))
  })
  process.once('exit', () => {
    for (const { process: child, hasEnded } of slots) if (!hasEnded) process.kill(child.pid, 'SIGKILL')
  })
  for (let index = 0; index < count; index++) await start(index)
  await Promise.all(slots.map(({ process }) => process.untilReady()))
  const stack = opened.move()
  return {
    count,
    /** The address of all processes. */
    baseUrl: `http://127.0.0.1:${front.port}`,
    /** The address of one process. */
    urlOf: (index: number): string => slots[index]!.process.baseUrl,
    startedAtMs: (index: number): number => slots[index]!.startedAt,
    /** Kills a process, and starts another one in its place, which is not ready yet. */
    async replace(index: number): Promise<void> {
      await slots[index]!.process.kill()
      await start(index)
    },
    /** Processes that ended without being killed. */
    exits: (): readonly string[] => exits,
    logs: (): string[] => slots.map(({ process }) => process.logged()),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
