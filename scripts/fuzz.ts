// Runs the fuzz test: `npm run fuzz -- --requests 200000 --seed 1`.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { fuzz } from '#testing/fuzz/fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    lanes: { type: 'string', default: '4' },
  },
})
const options = { requests: Number(values.requests), seed: Number(values.seed), lanes: Number(values.lanes) }
if (!Object.values(options).every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('--requests, --seed and --lanes must be whole numbers.')
  process.exit(2)
}
console.log(
  `${options.requests} requests, seed ${options.seed}, ${options.lanes} lanes, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`,
)

const startedAt = performance.now()
let printedAt = 0
const report = await fuzz({
  ...options,
  progress({ requests }, faults) {
    const seconds = (performance.now() - startedAt) / 1000
    if (seconds - printedAt < 1) return
    printedAt = seconds
    const line = `${requests} requests, ${Math.round(requests / seconds)}/s, ${faults.length} faults`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}`)
    else if (Math.round(seconds) % 10 === 0) console.log(line)
  },
})

for (const fault of report.faults) console.log(`\n── ${fault}`)
const statuses = [...report.byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
console.log(`
${report.requests} requests in ${(report.elapsedMs / 1000).toFixed(1)} s, ${Math.round(report.requests / (report.elapsedMs / 1000))}/s
${statuses.join('  ')}
endpoints without a successful request: ${report.silent.join(', ') || 'none'}
slowest response: ${Math.round(report.slowestMs)} ms
longest event loop block: at most ${Math.round(report.longestBlockMs)} ms
memory: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB
faults: ${report.faults.length} (seed ${options.seed})`)
process.exitCode = report.faults.length === 0 ? 0 : 1
