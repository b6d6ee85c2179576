// Each benchmark runs with small values, so that it cannot break unnoticed. Times are not checked.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileCacheEnv } from '#testing/processes/server-process.ts'
import { hasCorpus } from './hearing/corpus.ts'
import { readParameters } from './shared/bench.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function start(args: readonly string[]) {
  const child = spawn(process.execPath, ['--v8-pool-size=0', main, ...args], {
    env: { ...process.env, ...compileCacheEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { output: '', errors: '' }
  let isEnded = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.errors += text))
  const ended = once(child, 'close').then(([code]) => {
    isEnded = true
    return { ...written, code: code as number | null }
  })
  return {
    ended,
    written,
    /** Resolves when the output contains the text, or when the process has ended. */
    async untilOutput(text: string): Promise<void> {
      while (!isEnded && !written.output.includes(text)) await Promise.race([once(child.stdout, 'data'), ended])
    },
  }
}

/** What each of them prints: the heads or rows of its tables. */
const printed: Record<string, readonly string[]> = {
  http: ['GET /api/user/api-keys', 'GET /api/user/conversations', 'text turn'],
  start: ['ready on an empty data directory', 'ready on a warm data directory', 'idle memory'],
  messages: ['template sends  ', 'the same SQL through pg', 'Sending reaches', 'lists of conversations per second'],
  voice: ['turn decided to first media', 'lateness of media', 'Parley: 0 stale messages', 'bare: 0 stale messages'],
  realtime: ['first realtime delta to first media', 'memory per call'],
  sip: ['set-up and end of a call', 'audio of a call, SRTP', 'late ticks'],
  lab: ['minutes of the scenarios'],
  hearing: ['what counts as speech', 'how long the customer waits', 'selectivity', 'calls in real time'],
  knowledge: ['direct, all', 'held out', 'embedding model', 'used vectors', 'hostile documents'],
  campaigns: [
    'start of a campaign',
    'the dialer itself',
    'most at the same time',
    'attempts of an account',
    '200 lines, as dialed',
    'next leads, all due',
    'DELETE campaign',
  ],
  automations: ['runs per second', 'have succeeded with 3 steps', 'The memory of the server'],
  ledger: ['usage of 30 days by day', 'A CSV file of all entries'],
  inbox: ['search: a rare word', 'with the index of the search', 'without it'],
  people: ['search: a whole number', 'search: two letters', 'a known person'],
  events: ['memory of the process', 'from the event to the client', 'with an event'],
  soak: ['min of load', 'resident MB', 'peak', 'load ends'],
}

describe('a benchmark with small values prints every result', () => {
  const names = Object.keys(printed)
  let running: ReturnType<typeof start>

  // One process runs all of them, because loading the code takes longer than most of them.
  before(() => {
    running = start(['all', '--short'])
  })

  for (const [index, name] of names.entries()) {
    const skip = name === 'hearing' && !hasCorpus() && 'The recordings are not installed.'
    test(name, { skip }, async () => {
      const next = names[index + 1]
      await (next === undefined ? running.ended : running.untilOutput(`# ${next}\n`))
      const { output, errors } = running.written
      const own = output.split(/^# /m).find((part) => part.startsWith(`${name}\n`)) ?? ''
      for (const part of printed[name]!) assert.ok(own.includes(part), `“${part}” is missing in: ${own}\n${errors}`)
      assert.doesNotMatch(errors, new RegExp(`^${name} failed: `, 'm'))
    })
  }

  test('the process that runs all of them succeeds', async () => {
    const { errors, code } = await running.ended
    assert.equal(code, 0, errors)
  })
})

test('every benchmark is tested, and an unknown one is refused with the list of all', async () => {
  const { errors, code } = await start(['unknown']).ended
  assert.equal(code, 2)
  for (const name of Object.keys(printed)) assert.match(errors, new RegExp(`^${name}: `, 'm'))
  assert.equal(errors.match(/^[\w-]+: /gm)?.length, Object.keys(printed).length + 1)
})

test('an option that is not valid is refused', () => {
  const parameters = { only: ['keys', 'list', 'turn'], seconds: 1 }
  const bench = { about: '', parameters, short: {}, run: async () => {} }
  assert.throws(() => readParameters(bench, ['--only', 'keys,unknown']), {
    message: '--only must be one or more of keys, list, turn, not unknown.',
  })
  assert.throws(() => readParameters(bench, ['--seconds', '0']), {
    message: '--seconds must be a number above 0, not 0.',
  })
})
