// Kills the server under load and verifies its invariants: `npm run crash-test -- --cycles 300 --seed 1`.
import { parseArgs } from 'node:util'
import { type CrashTestReport, type Progress, runCrashTest } from '#testing/crash-test/crash-test.ts'
import { describeMachine, describePostgres, tableOf } from '../bench/shared/report.ts'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    accounts: { type: 'string', default: '6' },
    /** Cycles between two verifications. */
    verify: { type: 'string', default: '10' },
    /** Parts of failpoint addresses, separated by commas, such as `messages.sendTemplate/,carrier.`. */
    only: { type: 'string' },
  },
})
const numbers = [values.cycles, values.seed, values.accounts, values.verify]
if (!numbers.every((text) => /^\d{1,9}$/.test(text))) {
  console.error('--cycles, --seed, --accounts and --verify must be whole numbers.')
  process.exit(2)
}

const startedAt = performance.now()
const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0)

function onProgress({ cycle, failpoint = 'a random moment', clients }: Progress): void {
  const { sent, received, answered } = clients
  const acknowledged = `${sent.length} sent, ${received.length} received, ${answered.length} answered`
  const line = `${seconds()} s  cycle ${cycle} of ${values.cycles}, killed at ${failpoint}; acknowledged: ${acknowledged}`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

const report = await runCrashTest({
  cycles: Number(values.cycles),
  seed: Number(values.seed),
  accounts: Math.max(1, Number(values.accounts)),
  cyclesPerVerification: Math.max(1, Number(values.verify)),
  maxPauseMs: 300,
  failpointsPerRandom: 9,
  killAfter: 'received',
  failpointWithinMs: 2_000,
  ...(values.only && { only: values.only.split(',') }),
  onProgress,
})
if (process.stderr.isTTY) process.stderr.write('\n')
const postgres = await describePostgres(report.connectionString)
console.log(describe(report))
console.log(`\n${describeMachine(postgres)}; seed ${report.seed}, ${seconds()} s`)
if (report.faults.length === 0) await report.close()
else {
  for (const { invariant, message } of report.faults.slice(0, 50)) console.log(`\n${invariant}: ${message}`)
  for (const timeline of report.timelines) console.log(`\n${timeline}`)
  console.log(
    `\n${report.faults.length} faults after cycle ${report.cycles}; the database is kept: ${report.connectionString}`,
  )
  // Without closing anything, so that the database can be examined.
  process.exit(1)
}

function describe(report: CrashTestReport): string {
  const { kills, misses, clients, findings, reached } = report
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0)
  const starts = report.startsMs.toSorted((a, b) => a - b)
  const rows = [...reached]
    .sort()
    .map((failpoint) => [failpoint, String(kills.get(failpoint) ?? 0), String(misses.get(failpoint) ?? 0)])
  const totals = {
    cycles: report.cycles,
    'kills at failpoints': sum(kills),
    'kills at random moments': report.randomKills,
    'failpoints missed': sum(misses),
    'failpoints reached by the load': reached.size,
    'failpoints killed at': kills.size,
    'sends acknowledged': clients.sent.length,
    'messages accepted by the carrier': findings.accepted,
    charged: findings.charged,
    refunded: findings.refunded,
    'unknown outcomes resolved': report.outcomesResolved,
    'leads of campaigns acknowledged': clients.leads.length,
    "customers' messages acknowledged": clients.received.length,
    'widget messages answered': clients.answered.length,
    'start with loaded modules, median ms': Math.round(starts[Math.floor(starts.length / 2)] ?? 0),
    'start with loaded modules, longest ms': Math.round(starts.at(-1) ?? 0),
    violations: report.faults.length,
  }
  const rowsOf = (counts: Iterable<[string, number]>) => [...counts].map(([name, count]) => [name, String(count)])
  return [
    tableOf(['killed at', 'kills', 'missed'], rows),
    tableOf(['client outcome', 'times'], rowsOf(clients.outcomes).sort()),
    tableOf(['', ''], rowsOf(Object.entries(totals))),
  ].join('\n\n')
}
