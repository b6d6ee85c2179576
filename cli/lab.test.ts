// Tests of `parley lab` as a process: exit codes, output files, and models of vendors.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readWav } from '@parley/telephone'
import type { RunResult } from '#server/lab/run/result.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { ScriptedRequest } from '#testing/language-models/script.ts'
import { bundleOf } from '#testing/processes/bundle.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'
import { textsOfXml } from '#testing/requests/xml.ts'

const program = await bundleOf('cli')
const folder = await mkdtemp(join(tmpdir(), 'parley-lab-'))
after(() => rm(folder, { recursive: true }))

interface Finished {
  code: number
  stdout: string
  stderr: string
}

/** Runs without the settings of this machine, in a folder without `.env`. */
function lab(words: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...compileCacheEnv, PATH, TMPDIR, ...env }, timeout: 60_000 }
    execFile(process.execPath, [program, 'lab', ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return name
}

const scenario = (answer: string): string => `name: Opening <hours> & more
assistant: { initial_message: "Hello, this is Ada." }
answers: [{ say: We open at nine & close at five. }]
script:
  - expect: { assistant: this is Ada }
  - wait_ms: 500
  - say: When do you open?
  - expect: { assistant: ${answer} }
  - wait_ms: 1500
`
const passing = await file('passing.yaml', scenario('We open at nine'))
const failing = await file('failing.yaml', scenario('We open at ten'))

describe('the exit code', () => {
  it('is 1 if one of the scenarios fails, which the report explains', async () => {
    const { code, stdout, stderr } = await lab([passing, failing])
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
    assert.match(
      stdout,
      /^pass {2}Opening <hours> & more {2}\(The call lasted \d.\d\d s, 2 expectations were met, and .*\.\)\nFAIL {2}Opening/,
    )
    assert.match(stdout, /failing\.yaml:8: Expected: .*“We open at ten”.*We open at nine/)
    assert.match(
      stdout,
      /\n1 scenario passed, 1 failed\. \d\.\d minutes of calls took \d\.\d\d s of processor time\.\n/,
    )
  })

  it('is 2 for a file that is not valid, and for the wrong kind of run', async () => {
    const invalid = await file('invalid.yaml', 'name: A call\nscript: [{ shout: Hello }]\n')
    const problems: [string[], RegExp][] = [
      [[passing, invalid], /invalid\.yaml/],
      [['--simulate', passing], /passing\.yaml: .*runs without --simulate\./],
    ]
    for (const [words, expected] of problems) {
      const { code, stdout, stderr } = await lab(words)
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, words.join(' '))
      assert.match(stderr, expected)
    }
  })
})

it('--json prints only the results, and --out writes a recording and a timeline', async () => {
  const { code, stdout } = await lab(['--json', '--out', 'out', passing])
  const { passed, results } = JSON.parse(stdout) as { passed: boolean; results: RunResult[] }
  assert.deepEqual([code, passed, results.length], [0, true, 1])
  assert.deepEqual(
    results[0]!.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    ['assistant: Hello, this is Ada.', 'customer: When do you open?', 'assistant: We open at nine & close at five.'],
  )
  const out = join(folder, 'out')
  assert.deepEqual((await readdir(out)).sort(), ['passing.svg', 'passing.wav'])

  const wav = await readFile(join(out, 'passing.wav'))
  assert.equal(wav.readUInt32LE(4), wav.length - 8, 'the length in the header')
  const { sampleRate, channels } = readWav(wav)
  assert.deepEqual([sampleRate, channels.length], [8_000, 2])
  const [customer, assistant] = channels as [Int16Array, Int16Array]
  // The greeting comes first, and the customer does not speak during it.
  assert.ok(loudest(assistant, 0.1, 1) > 1_000, 'the assistant greets')
  assert.equal(loudest(customer, 0, 1), 0, 'the customer listens')
  assert.ok(loudest(customer, 1, customer.length / sampleRate) > 1_000, 'the customer asks')

  const texts = textsOfXml(await readFile(join(out, 'passing.svg'), 'utf8'))
  for (const words of ['Opening &lt;hours&gt; &amp; more', 'this is Ada', 'When do you open?', 'We open at nine'])
    assert.ok(
      texts.some((text) => text.includes(words)),
      `“${words}” is in the timeline`,
    )
})

const loudest = (samples: Int16Array, fromSeconds: number, toSeconds: number): number =>
  samples.subarray(fromSeconds * 8_000, toSeconds * 8_000).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

describe('with a language model of the configuration', () => {
  const messagesOf = ({ body }: ScriptedRequest) => body.messages as { role: string; content: string }[]

  it('a scenario is answered by the model, whose time counts', async () => {
    await using server = await startScriptedOpenAi({ apiKey: 'key', script: 'The bakery opens at nine.' })
    const asked = await file(
      'model.yaml',
      `name: A model
model: openai/scripted
assistant: { initial_message: "Hello, this is Ada.", system_prompt: "The bakery opens at nine." }
script:
  - expect: { assistant: this is Ada }
  - say: When do you open?
  - expect: { assistant: The bakery opens at nine }
overall: { model_requests: 1 }
`,
    )
    const { code, stdout, stderr } = await lab([asked], { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: server.baseUrl })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout)
    const generations = server.requests.filter(({ path }) => path === '/v1/chat/completions')
    assert.deepEqual(
      generations.map(({ body }) => body.model),
      ['scripted'],
    )
    const messages = messagesOf(generations[0]!)
    assert.match(messages[0]!.content, /The bakery opens at nine/)
    assert.match(messages.at(-1)!.content, /When do you open\?/)
  })

  it('--simulate lets the model play the customer and judge the conversation', async () => {
    await using server = await startScriptedOpenAi({
      script: (request) => {
        const [first] = messagesOf(request)
        if (JSON.stringify(request.body.tools ?? []).includes('"record"'))
          return { pieces: [{ tool: 'record', arguments: { opening_time: 'nine', polite: true } }] }
        if (!first!.content.startsWith('You play a person')) return 'We open at nine.'
        const isAnswered = messagesOf(request).some(({ content }) => content.includes('We open at nine'))
        return isAnswered ? 'Thank you, goodbye. [hangs up]' : 'When do you open?'
      },
    })
    const guest = await file(
      'guest.yaml',
      `name: A guest
assistant: { initial_message: "Hello, this is Ada." }
simulate: { goal: Find out when the bakery opens., persona: A tourist., max_turns: 6 }
evaluation:
  - { name: opening_time, type: string, description: The opening time, expect: Nine }
  - { name: polite, type: bool, description: Whether the assistant was polite, expect: true }
`,
    )
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' }
    const { code, stdout, stderr } = await lab(['--simulate', '--json', guest], env)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout)
    const { results, simulations } = JSON.parse(stdout) as { results: RunResult[]; simulations: object[] }
    assert.deepEqual(results[0]!.transcript.map(({ speaker, text }) => `${speaker}: ${text}`).slice(0, 4), [
      'assistant: Hello, this is Ada.',
      'customer: When do you open?',
      'assistant: We open at nine.',
      'customer: Thank you, goodbye.',
    ])
    assert.deepEqual(simulations, [
      [
        { name: 'opening_time', value: 'nine', expected: 'Nine', met: true },
        { name: 'polite', value: true, expected: true, met: true },
      ],
    ])
    const instructions = server.requests.map(({ body }) => JSON.stringify(body.messages ?? ''))
    assert.match(instructions.join('\n\n'), /Find out when the bakery opens\..*A tourist\./)
  })

  it('--simulate fails if a value differs from the expected one', async () => {
    await using server = await startScriptedOpenAi({
      script: ({ body }) =>
        body.tools ? { pieces: [{ tool: 'record', arguments: { polite: false } }] } : 'Goodbye. [hangs up]',
    })
    const rude = await file(
      'rude.yaml',
      `name: A guest
assistant: { initial_message: Hello. }
simulate: { goal: Say goodbye., max_turns: 1 }
evaluation: [{ name: polite, type: bool, description: Whether the assistant was polite, expect: true }]
`,
    )
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' }
    const { code, stdout } = await lab(['--simulate', rude], env)
    assert.equal(code, 1)
    assert.match(stdout, /rude\.yaml:4: polite is false instead of true\./)
    assert.match(stdout, /polite = false ✗ expected true/)
  })
})
