// Runs benchmarks: `npm run bench -- NAME --OPTION VALUE`.
import { inspect } from 'node:util'
import { type Bench, readParameters, usageOf } from './shared/bench.ts'
import { limit, limitSteps, Stopped } from './shared/progress.ts'
import { print } from './shared/report.ts'

/** Loaded only when it runs. */
const benches: Record<string, () => Promise<{ bench: unknown }>> = {
  http: () => import('./requests/requests.ts'),
  start: () => import('./start.ts'),
  messages: () => import('./messages/messages.ts'),
  voice: async () => ({ bench: (await import('./calls/calls.ts')).voiceBench }),
  realtime: async () => ({ bench: (await import('./calls/calls.ts')).realtimeBench }),
  sip: () => import('./calls/sip.ts'),
  lab: () => import('./lab.ts'),
  hearing: () => import('./hearing/hearing.ts'),
  knowledge: () => import('./knowledge/knowledge.ts'),
  campaigns: () => import('./campaigns/campaigns.ts'),
  automations: () => import('./automations/automations.ts'),
  ledger: () => import('./ledger.ts'),
  inbox: () => import('./inbox.ts'),
  people: () => import('./people.ts'),
  events: () => import('./events.ts'),
  soak: () => import('./soak/soak.ts'),
}

const load = async (name: string): Promise<Bench> => (await benches[name]!()).bench as Bench

async function usage(): Promise<string> {
  const all = await Promise.all(Object.keys(benches).map(async (name) => usageOf(name, await load(name))))
  return [
    'Usage: npm run bench -- NAME --OPTION VALUE. Without a name, http runs; all runs every benchmark.',
    ...all,
    '--short runs any of them with small values, to see that it works.',
    'DATABASE_URL must name an empty database. By default, a temporary embedded PostgreSQL is used.',
  ].join('\n')
}

const [first, ...rest] = process.argv.slice(2)
const isNamed = first !== undefined && !first.startsWith('-')
const [chosen, args] = isNamed ? [first, rest] : ['http', process.argv.slice(2)]
const names = chosen === 'all' ? Object.keys(benches) : [chosen]

async function readAll(): Promise<[name: string, run: () => Promise<void>][]> {
  const runs: [string, () => Promise<void>][] = []
  for (const name of names) {
    if (!Object.hasOwn(benches, name)) throw new Error(`There is no benchmark ${name}.`)
    const bench = await load(name)
    const parameters = readParameters(bench, args)
    limitSteps(parameters.short ? 'short' : 'full')
    runs.push([name, () => bench.run(parameters)])
  }
  return runs
}

/** A benchmark that fails does not keep the others from running. */
async function runAll(): Promise<void> {
  for (const [name, run] of await readAll())
    try {
      if (names.length > 1) print(`# ${name}`)
      limit(name)
      await run()
    } catch (error) {
      if (error instanceof Stopped) throw error
      process.stderr.write(`${name} failed: ${inspect(error)}\n`)
      process.exitCode = 1
    }
  limit('the end of the process')
}

try {
  await runAll()
} catch (error) {
  const isStopped = error instanceof Stopped
  process.stderr.write(`${(error as Error).message}\n${isStopped ? '' : `\n${await usage()}\n`}`)
  process.exitCode = isStopped ? 130 : 2
}
