// The snippet of the README that uses the SDK runs as it is printed.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { hangUp, line, startPhoneCalls } from '../calls/phone-calls.ts'
import { compileCacheEnv } from '../processes/server-process.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())
const { parley, createParty } = calls

it('makes a call, waits for its end, and prints what was said', { timeout: 60_000 }, async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const [, snippet = ''] = /^```ts\n(.*?)^```/ms.exec(readme) ?? []
  const { id, token } = await createParty({ script: 'We open at seven.' })
  assert.equal(id, 1)
  parley.carrier.control.behaveOnCalls('+12025550101', { steps: [line('When do you open?'), hangUp()] })
  const program = join(tmpdir(), 'readme.ts')
  const sdk = new URL('../../sdk/index.ts', import.meta.url).href
  await writeFile(
    program,
    snippet.replace('./sdk/index.ts', sdk).replace('http://127.0.0.1:8080', parley.config.settings.publicUrl),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { ...compileCacheEnv, KEY: token } })
  assert.match(stdout, /^bot: Hello\.\nhuman: When do you open\?\nbot: We open at seven\.\n/)
  assert.match(stdout, /\nended_by_customer, \d+ s, 0\.\d+ USD\n$/)
})
