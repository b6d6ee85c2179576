// Tests of the help texts.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { requestedHelp } from './help.ts'

const run = promisify(execFile)
const parley = (...words: string[]) => run(process.execPath, ['cli/main.ts', ...words])

describe('the help', () => {
  it('explains each command and its options', () => {
    const questions: [string, RegExp][] = [
      ['serve --help', /--roles/],
      ['account --help', /--email.*--ref/s],
      ['account create --name Ada -h', /--time-zone/],
      ['demo --help', /--json/],
      ['account limits --help', /--countries.*--spend-per-day/s],
      ['number assign --help', /ACCOUNT NUMBER/],
      ['sender assign --help', /--template/],
      ['doctor --help', /--json/],
      ['jobs --help', /retry.*delete.*--all/s],
      ['sandbox --help', /--port.*SANDBOX_PORT.*--inbound-url.*--state/s],
      ['help sandbox', /--state/],
      ['help --help', /Check the installation/],
      ['help', /Check the installation/],
      ['-h', /Check the installation/],
    ]
    for (const [words, expected] of questions) assert.match(requestedHelp(words.split(' '))!, expected, words)
    assert.match(requestedHelp([])!, /Check the installation/)
  })

  it('is printed to standard output, also for endpoints', async () => {
    assert.match((await parley('sandbox', '--help')).stdout, /SANDBOX_PORT/)
    assert.match((await parley('help', 'api')).stdout, /--idempotency-key/)
    assert.match((await parley('api', 'assistants.get', '-h')).stdout, /--id /)
  })

  it('reports an unknown command', async () => {
    await assert.rejects(parley('help', 'toString'), /Unknown command toString/)
    await assert.rejects(parley('dance', '--help'), /Unknown command dance/)
  })
})
