// Reports the steps of a benchmark on standard error, stops it on a signal, and ends it if a step does not end.
import { setTimeout as pause } from 'node:timers/promises'
import { recordChildProcesses } from '#testing/measure/child-processes.ts'

export class Stopped extends Error {}

let isAsked = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isAsked = true
  })
}

/** Called between parts of a step, which take seconds at most. */
export function stopIfAsked(): void {
  if (isAsked) throw new Stopped('The benchmark was stopped.')
}

/** Checks repeatedly until the result is true. The limit of the step applies. */
export async function poll(everyMs: number, isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    stopIfAsked()
    await pause(everyMs)
  }
}

const startedAt = performance.now()
const processes = recordChildProcesses()
/** No step takes longer. */
const limitsMs = { short: 60_000, full: 45 * 60_000 }
let limitMs = limitsMs.full
let timer: NodeJS.Timeout | undefined

/** Every wait of a benchmark belongs to a step. The limit does not keep the process running. */
export function limitSteps(form: keyof typeof limitsMs): void {
  limitMs = limitsMs[form]
  limit('the preparation')
}

/** Begins the next step, and reports it. */
export function progress(step: string): void {
  stopIfAsked()
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${step}\n`)
  limit(step)
}

export function limit(step: string): void {
  clearTimeout(timer)
  timer = setTimeout(giveUp, limitMs, step).unref()
}

function giveUp(step: string): void {
  end([
    `This step or the stop after it has not ended within ${limitMs / 1000} s: ${step}`,
    `Open: ${process.getActiveResourcesInfo().join(', ')}`,
  ])
}

/** Also ends the processes that run Node: a server would stay, and keep the output of this process open. */
function end(causes: readonly string[]): void {
  const running = processes.all.filter(({ exitCode, signalCode, spawnargs }) => {
    return exitCode === null && signalCode === null && spawnargs.some((argument) => /\.m?[jt]s$/.test(argument))
  })
  const lines = [...causes, ...running.map(({ pid, spawnargs }) => `Running: ${pid} ${spawnargs.join(' ')}`)]
  for (const child of running) child.kill('SIGKILL')
  process.stderr.write(`${lines.join('\n')}\n`, () => process.exit(1))
}

process.on('uncaughtException', (error) => end([String(error.stack)]))
