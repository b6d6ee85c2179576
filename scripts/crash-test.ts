// Kills the server under load and holds it to its promises: `npm run crash-test -- --cycles 300 --seed 1`.
import { parseArgs } from 'node:util'
import { failpoints } from '#server/platform/failpoint.ts'
import { type CrashTestReport, type Progress, runCrashTest } from '#server/testing/crash-test/crash-test.ts'
import { describeMachine, describePostgres, tableOf } from '../bench/report.ts'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    look: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '6' },
    only: { type: 'string' },
  },
})
const numbers = { cycles: values.cycles, seed: values.seed, look: values.look, accounts: values.accounts }
const only = values.only?.split(',').filter((name) => name !== '')
const unknown = only?.filter((name) => !failpoints.some((one) => one === name)) ?? []
if (!Object.values(numbers).every((text) => /^\d{1,9}$/.test(text)) || unknown.length > 0) {
  console.error(
    unknown.length > 0
      ? `There is no failpoint ${unknown.join(', ')}.`
      : '--cycles, --seed, --look and --accounts are whole numbers.',
  )
  process.exit(2)
}

const startedAt = performance.now()
const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0)

function progress({ cycle, kill, journal }: Progress): void {
  const { sent, received, talked } = journal
  const line = `${seconds()} s  cycle ${cycle} of ${values.cycles}, killed at ${kill}; acknowledged: ${sent.length} sent, ${received.length} received, ${talked.length} talked`
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

const report = await runCrashTest({
  cycles: Number(values.cycles),
  seed: Number(values.seed),
  cyclesPerLook: Math.max(1, Number(values.look)),
  accounts: Math.max(1, Number(values.accounts)),
  failpointsPerRandom: 2,
  patienceMs: 8_000,
  ...(only && { only: only as (typeof failpoints)[number][] }),
  progress,
})
if (process.stderr.isTTY) process.stderr.write('\n')
const place = await describePostgres(report.connectionString)
console.log(describe(report))
console.log(`\n${describeMachine(place)}; seed ${report.seed}, ${seconds()} s`)
if (report.faults.length === 0) await report.close()
else {
  for (const { invariant, sentence } of report.faults.slice(0, 50)) console.log(`\n${invariant}  ${sentence}`)
  for (const story of report.stories) console.log(`\n${story}`)
  console.log(
    `\n${report.faults.length} faults in cycle ${report.cycles}; the database stays: ${report.connectionString}`,
  )
  // Nothing is closed, so that everything can be looked at.
  process.exit(1)
}

function describe({
  cycles,
  kills,
  missed,
  journal,
  findings,
  doubtsResolved,
  startsMs,
  faults,
}: CrashTestReport): string {
  const names = [...failpoints.filter((name) => kills.has(name) || missed.has(name)), 'random']
  const rows = names.map((name) => [name, String(kills.get(name) ?? 0), String(missed.get(name) ?? 0)])
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0)
  const starts = startsMs.toSorted((a, b) => a - b)
  const totals = [
    ['cycles', cycles],
    ['kills', sum(kills) + sum(missed)],
    ['sends acknowledged', journal.sent.length],
    ['messages accepted by the carrier', findings.accepted],
    ['charged', findings.charged],
    ['refunded', findings.refunded],
    ['in doubt and resolved', doubtsResolved],
    ["customers' messages acknowledged", journal.received.length],
    ['turns of text conversations acknowledged', journal.talked.length],
    ['ready again, median ms', Math.round(starts[Math.floor(starts.length / 2)] ?? 0)],
    ['ready again, longest ms', Math.round(starts.at(-1) ?? 0)],
    ['violations', faults.length],
  ] as const
  const met = [...journal.met].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => [what, String(count)])
  return [
    tableOf(['killed at', 'kills', 'missed'], rows),
    tableOf(['clients met', 'times'], met),
    tableOf(
      ['', ''],
      totals.map(([name, value]) => [name, String(value)]),
    ),
  ].join('\n\n')
}
