// Tests how a chosen server on this machine is configured, and that only its address can be reached.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChosenServer } from '#server/ports/vendors.ts'
import type { Connect } from './ai-sdk/connection.ts'
import type { ModelOptions } from './key-vendors.ts'
import { useLocalServer } from './use-local-server.ts'

const nothing: ModelOptions = { models: {}, speech: { default: 'offline' }, realtime: {} }
const ollama: ChosenServer = { kind: 'language', name: 'Ollama', url: 'http://127.0.0.1:11434/v1', model: 'llama3.2' }

it('a server that cuts off long requests gets requests within its usual context', () => {
  assert.equal(useLocalServer(nothing, ollama).models.openai?.contextTokens, 4_096)
  assert.equal(useLocalServer(nothing, { ...ollama, name: 'vLLM' }).models.openai?.contextTokens, undefined)
})

it('a server fills only what nothing else configures, and only from this machine', () => {
  const anthropic = { ...nothing, models: { anthropic: { apiKey: 'key' } } }
  assert.equal(useLocalServer(anthropic, ollama), anthropic)
  const azure = { ...nothing, speech: { ...nothing.speech, azure: { apiKey: 'key', region: 'westeurope' } } }
  assert.equal(useLocalServer(azure, { ...ollama, kind: 'voice' }), azure)
  for (const url of ['http://10.0.0.1:11434/v1', 'http://127.0.0.1:11434', 'http://127.0.0.1:1@evil.example/v1'])
    assert.equal(useLocalServer(nothing, { ...ollama, url }), nothing)
  const url = 'http://ollama:11434/v1'
  assert.equal(useLocalServer(nothing, { ...ollama, url }), nothing)
  const named = [{ host: 'ollama', port: 11_434, name: 'ollama' }]
  assert.equal(useLocalServer(nothing, { ...ollama, url }, named).models.openai?.baseUrl, url)
})

it('connections of its language models go to its address and port only', async () => {
  const { connect } = useLocalServer(nothing, ollama).models.openai as { connect: Connect }
  for (const [hostname, port] of [
    ['127.0.0.1', '5432'],
    ['localhost', '11434'],
    ['10.0.0.1', '11434'],
  ]) {
    const { promise, resolve } = Promise.withResolvers<Error | null>()
    connect({ hostname: hostname!, port: port!, protocol: 'http:' }, (...[error]) => resolve(error))
    assert.match((await promise)?.message ?? '', /^Only the chosen server can be used\.$/)
  }
})
