// Lets PostgreSQL and the network fail under load, and verifies the outcome: `npm run failover-test -- --cycles 200 --seed 1`.
import { parseArgs } from 'node:util'
import { type CycleReport, type FailoverTestReport, runFailoverTest } from '#testing/failover-test/failover-test.ts'
import { type FaultName, faultKinds } from '#testing/failover-test/faults.ts'
import { describeMachine, tableOf } from '../bench/shared/report.ts'

const names = Object.keys(faultKinds) as FaultName[]
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    /** Cycles between two verifications. */
    verify: { type: 'string', default: '10' },
    /** Names of faults, separated by commas. */
    only: { type: 'string' },
    /** Prints the logs of the Parley processes at the end. */
    logs: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',') as FaultName[] | undefined
if (![values.cycles, values.seed, values.verify].every((text) => /^\d{1,9}$/.test(text))) {
  console.error('--cycles, --seed and --verify must be whole numbers.')
  process.exit(2)
}
if (only?.some((name) => !names.includes(name))) {
  console.error(`--only takes names from: ${names.join(', ')}.`)
  process.exit(2)
}

// Ends the servers, which a signal alone would leave behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const startedAt = performance.now()
const elapsed = (): string => ((performance.now() - startedAt) / 1000).toFixed(0)
const timesOf = (times: Map<string, number>): string =>
  [...times].map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', ')

function onCycle({ cycle, faults, times, dishonestSeconds, violations }: CycleReport): void {
  console.log(
    `${elapsed()} s  seed ${values.seed}, cycle ${cycle}, ${faults.join(' and ')}: ${timesOf(times)} s; ready without writes ${dishonestSeconds.toFixed(1)} s`,
  )
  for (const text of violations) console.log(`    ${text}`)
}

const report = await runFailoverTest({
  cycles: Number(values.cycles),
  seed: Number(values.seed),
  cyclesPerVerification: Math.max(1, Number(values.verify)),
  maxPauseMs: 4_000,
  ...(only && { only }),
  onCycle,
})
console.log(`\n${describe(report)}`)
console.log(`\n${describeMachine(report.version)}; seed ${report.seed}, ${elapsed()} s`)
if (values.logs) console.log(report.logs.join('\n'))
process.exitCode = report.reports.some(({ violations }) => violations.length > 0) ? 1 : 0

function describe({ reports, clients, skipped }: FailoverTestReport): string {
  const byFault = Map.groupBy(reports, ({ faults }) => faults.join(' and '))
  const rows = [...byFault].sort().flatMap(([fault, cycles]) => {
    const measures = [...cycles[0]!.times.keys()]
    return measures.map((measure, index) => {
      const seconds = cycles.map(({ times }) => times.get(measure)!).sort((a, b) => a - b)
      const at = (share: number): string => seconds[Math.ceil(share * seconds.length) - 1]!.toFixed(1)
      return [index === 0 ? fault : '', index === 0 ? String(cycles.length) : '', measure, at(0.5), at(0.95), at(1)]
    })
  })
  const totals = [
    ['violations', String(reports.reduce((sum, { violations }) => sum + violations.length, 0))],
    ...(['sent', 'received', 'answered', 'leads', 'called', 'runs'] as const).map((kind) => [
      `acknowledged: ${kind}`,
      String(clients[kind].length),
    ]),
    ...skipped.map((name) => [`skipped, because only root can mount a small disk: ${name}`, '']),
  ]
  return [
    tableOf(['fault', 'times', 'seconds until it works', 'p50', 'p95', 'max'], rows),
    tableOf(['', ''], totals),
  ].join('\n\n')
}
