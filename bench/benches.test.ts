// Each benchmark runs with small values, so that it cannot break unnoticed. Times are not checked.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileCacheEnv } from '#testing/processes/server-process.ts'
import { hasCorpus } from './hearing/corpus.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['--v8-pool-size=0', main, ...args], {
    env: { ...process.env, ...compileCacheEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output, errors, code }
}

/** What each of them prints: the heads or rows of its tables. */
const printed: Record<string, readonly string[]> = {
  http: ['GET /api/user/api-keys', 'GET /api/user/conversations', 'text turn, streamed', 'the model alone'],
  start: ['ready on an empty data directory', 'ready on a warm data directory', 'idle memory'],
  messages: ['template sends  ', 'the same SQL through pg', 'Sending reaches', 'lists of conversations per second'],
  voice: ['turn decided to first media', 'lateness of media', 'Parley: 0 stale messages', 'bare: 0 stale messages'],
  realtime: ['first realtime delta to first media', 'memory per call'],
  lab: ['minutes of the scenarios'],
  hearing: ['what counts as speech', 'how long the customer waits', 'selectivity'],
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
  events: ['memory of the process', 'from the event to the client', 'with an event'],
  soak: ['min of load', 'resident MB', 'peak', 'load ends'],
}

describe('a benchmark with small values prints every result', () => {
  const outputs = new Map<string, string>()
  let errors = ''

  // One process runs all of them, because loading the code takes longer than most of them.
  before(async () => {
    const ran = await run(['all', '--short'])
    errors = ran.errors
    for (const part of ran.output.split(/^# /m).slice(1)) outputs.set(part.slice(0, part.indexOf('\n')), part)
  })

  for (const [name, expected] of Object.entries(printed)) {
    const skip = name === 'hearing' && !hasCorpus() && 'The recordings are not installed.'
    test(name, { skip }, () => {
      const output = outputs.get(name) ?? ''
      for (const part of expected) assert.ok(output.includes(part), `“${part}” is missing in: ${output}\n${errors}`)
      assert.doesNotMatch(errors, new RegExp(`^${name} failed: `, 'm'))
    })
  }
})

test('every benchmark is tested, and an unknown one is refused with the list of all', async () => {
  const { errors, code } = await run(['unknown'])
  assert.equal(code, 2)
  for (const name of Object.keys(printed)) assert.match(errors, new RegExp(`^${name}: `, 'm'))
  assert.equal(errors.match(/^[\w-]+: /gm)?.length, Object.keys(printed).length + 1)
})

test('an option that is not valid is refused', async () => {
  const { errors, code } = await run(['http', '--only', 'keys,unknown'])
  assert.equal(code, 2)
  assert.match(errors, /^--only must be one or more of keys, list, turn, not unknown\./)
})
