// Generates clients from the OpenAPI document, and compiles them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { webhookPayloads } from '../events/webhook-payloads.ts'
import { contract } from '../index.ts'
import { openapiOf } from './index.ts'

const document = openapiOf(contract, { serverUrl: 'https://parley.example', version: '1', webhooks: webhookPayloads })
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc')
const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'esnext']

/** Returns the faults that the compiler finds. */
async function compile(file: string): Promise<string> {
  const lib = ['--moduleResolution', 'bundler', '--lib', 'esnext,dom,dom.iterable', '--types', '']
  return promisify(execFile)(compiler, [...options, ...lib, file]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

suite('a client that orval generates', () => {
  for (const client of ['fetch', 'zod'] as const)
    test(`compiles with the option ${client}`, async (t) => {
      const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.generated-'))
      t.after(() => rm(folder, { recursive: true }))
      const target = join(folder, 'parley.ts')
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
      await generate({ input: join(folder, 'openapi.json'), output: { target, client } })
      assert.equal(await compile(target), '')
    })
})
