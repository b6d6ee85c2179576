// `parley lab`: runs scripted calls in virtual time and checks what must happen in them.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvFile } from '#server/config.ts'
import { scenarioFromCall } from '#server/lab/from-call/scenario-from-call.ts'
import { includedScenarios } from '#server/lab/included.ts'
import { openLabModel } from '#server/lab/model.ts'
import { writeRecording } from '#server/lab/output/recording.ts'
import { timelineOf } from '#server/lab/output/timeline.ts'
import { reportOf, summaryOf } from '#server/lab/report.ts'
import { runScenario } from '#server/lab/run/open-call.ts'
import type { RunResult } from '#server/lab/run/result.ts'
import { type LoadedScenario, readScenario, ScenarioError } from '#server/lab/scenario/read-scenario.ts'
import { reportOfSimulation, simulate } from '#server/lab/simulate/simulate.ts'
import { clientOptions, withClient } from './client.ts'
import { print, UsageError } from './command.ts'

const maxFiles = 10_000

export async function lab(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      from: { type: 'string' },
      simulate: { type: 'boolean', default: false },
      ...clientOptions,
    },
  })
  loadEnvFile()
  try {
    if (values.from !== undefined) return await writeFromCall(values.from, positionals, values)
    if (positionals.length > maxFiles) throw new UsageError(`A run may have ${maxFiles} files.`)
    if (values.simulate && positionals.length === 0) throw new UsageError('Usage: parley lab --simulate FILE.yaml …')
    const scenarios = await readAll(positionals)
    return await runAll(scenarios, values)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

interface Options {
  out?: string | undefined
  json: boolean
  simulate: boolean
  'base-url'?: string | undefined
  'api-key'?: string | undefined
}

interface NamedScenario {
  file: string
  scenario: LoadedScenario
}

async function readAll(files: readonly string[]): Promise<NamedScenario[]> {
  const texts = files.length === 0 ? await includedScenarios() : await Promise.all(files.map(readText))
  return texts.map(({ file, text }) => ({ file, scenario: readScenario(text, file) }))
}

async function readText(file: string): Promise<{ file: string; text: string }> {
  try {
    return { file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new ScenarioError(`${file}: The file cannot be read (${(error as { code?: string }).code}).`)
  }
}

async function runAll(scenarios: readonly NamedScenario[], options: Options): Promise<number> {
  const { languageModel, canJudge } = openLabModel()
  const results: RunResult[] = []
  const simulations: object[] = []
  const used = process.cpuUsage()
  for (const { file, scenario } of scenarios) {
    if (options.simulate !== (scenario.simulate !== undefined)) throw new ScenarioError(wrongKind(file, scenario))
    const simulated = scenario.simulate && (await simulate(scenario, { file, languageModel, canJudge }))
    const result = simulated?.run ?? (await runScenario(scenario, { file, languageModel }))
    results.push(result)
    if (simulated) simulations.push(simulated.scores)
    if (options.out !== undefined) await writeOutput(options.out, result, scenario.timing.ms_per_character)
    if (!options.json) process.stdout.write(simulated ? reportOfSimulation(simulated) : reportOf(result))
  }
  const { user, system } = process.cpuUsage(used)
  const processorMs = (user + system) / 1000
  const passed = results.every((result) => result.passed)
  const json = { passed, results, ...(options.simulate && { simulations }) }
  print(options.json, json, summaryOf({ results, processorMs }))
  return passed ? 0 : 1
}

const wrongKind = (file: string, { simulate: simulation }: LoadedScenario): string =>
  simulation
    ? `${file}: The file describes a simulation. Run it with --simulate.`
    : `${file}: The file has no \`simulate\`, so it runs without --simulate.`

async function writeOutput(folder: string, result: RunResult, msPerCharacter: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = basename(result.file).replace(/\.ya?ml$/, '')
  await writeFile(join(folder, `${name}.svg`), timelineOf(result))
  await writeFile(join(folder, `${name}.wav`), await writeRecording(result, msPerCharacter))
}

async function writeFromCall(id: string, positionals: readonly string[], options: Options): Promise<number> {
  if (positionals.length > 0 || !/^[1-9]\d{0,14}$/.test(id)) throw new UsageError('Usage: parley lab --from CALL_ID')
  const [call, explanation] = await withClient(options, (client) =>
    Promise.all([client.calls.get({ id: Number(id) }), client.calls.explain({ id: Number(id) })]),
  )
  process.stdout.write(scenarioFromCall(call, explanation))
  return 0
}
