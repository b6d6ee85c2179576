// What every command says of itself when it is asked.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { helpAskedFor } from './help.ts'

const run = promisify(execFile)
const parley = (...words: string[]) => run(process.execPath, ['cli/main.ts', ...words])

describe('the help', () => {
  it('explains each command and its options, whichever way it is asked', () => {
    const questions: [string, RegExp][] = [
      ['serve --help', /--roles/],
      ['account --help', /--email.*--ref/s],
      ['account create --name Ada -h', /--time-zone/],
      ['demo --help', /--json/],
      ['sender assign --help', /--template/],
      ['doctor --help', /--json/],
      ['jobs --help', /retry.*delete.*--all/s],
      ['sandbox --help', /--port.*SANDBOX_PORT.*--inbound-url.*--state/s],
      ['help sandbox', /--state/],
      ['help --help', /parley doctor/],
      ['help', /parley doctor/],
      ['-h', /parley doctor/],
    ]
    for (const [words, expected] of questions) assert.match(helpAskedFor(words.split(' '))!, expected, words)
    assert.match(helpAskedFor([])!, /parley doctor/)
  })

  it('is told on standard output, that of endpoints too', async () => {
    assert.match((await parley('sandbox', '--help')).stdout, /SANDBOX_PORT/)
    assert.match((await parley('help', 'api')).stdout, /--idempotency-key/)
    assert.match((await parley('api', 'assistants.get', '-h')).stdout, /--id /)
  })

  it('says when there is no such command', async () => {
    await assert.rejects(parley('help', 'toString'), /There is no command toString/)
    await assert.rejects(parley('dance', '--help'), /There is no command dance/)
  })
})
