// Tests how servers on this machine are found, with emulated servers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AnswerRequest, openReceiver, type Receiver } from '#testing/emulators/receiver.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { createLocalServers } from './local-servers.ts'

const json = (value: unknown) => ({ body: JSON.stringify(value) })
const list = (...data: object[]) => json({ object: 'list', data })

/** Answers these paths only. */
const serving =
  (paths: Record<string, ReturnType<typeof json>>): AnswerRequest =>
  ({ method, path }) =>
    (method === 'GET' && paths[path]) || { status: 404, body: '{"detail":"Not Found"}' }

const models = (...ids: string[]) => list(...ids.map((id) => ({ id, object: 'model' })))
const portOf = ({ url }: Receiver) => Number(new URL(url).port)

const finding = (receiver: Receiver, ownPorts: number[] = []) =>
  createLocalServers({ ports: [{ port: portOf(receiver), name: 'LM Studio' }], ownPorts })

async function foundAs(answer: AnswerRequest) {
  await using server = await openReceiver(answer)
  const found = await finding(server)()
  assert.ok(found.every(({ url }) => url === `${server.url}/v1`))
  return found.map(({ name, offers }) => ({ name, ...Object.fromEntries(offers.map((one) => [one.kind, one.models])) }))
}

describe('a server on this machine', () => {
  it('is recognized by what it answers', async () => {
    const version = json({ version: '0.12.3' })
    const ollama = serving({ '/v1/models': models('llama3.2', 'nomic-embed-text'), '/api/version': version })
    assert.deepEqual(await foundAs(ollama), [{ name: 'Ollama', language: ['llama3.2'] }])
    const vllm = serving({ '/v1/models': list({ id: 'Qwen/Qwen3-8B', owned_by: 'vllm' }) })
    assert.deepEqual(await foundAs(vllm), [{ name: 'vLLM', language: ['Qwen/Qwen3-8B'] }])
    const speaches = list(
      { id: 'Systran/faster-whisper-small', task: 'automatic-speech-recognition' },
      { id: 'speaches-ai/Kokoro-82M-v1.0-ONNX', task: 'text-to-speech' },
      { id: 'pyannote/embedding', task: 'speaker-embedding' },
    )
    assert.deepEqual(await foundAs(serving({ '/v1/models': speaches, '/v1/audio/voices': json({ voices: [] }) })), [
      {
        name: 'speaches',
        recognition: ['Systran/faster-whisper-small'],
        voice: ['speaches-ai/Kokoro-82M-v1.0-ONNX'],
      },
    ])
    const kokoro = serving({
      '/v1/models': models('tts-1', 'tts-1-hd', 'kokoro'),
      '/v1/audio/voices': json({ voices: ['af_heart'] }),
    })
    assert.deepEqual(await foundAs(kokoro), [{ name: 'Kokoro-FastAPI', voice: ['tts-1', 'tts-1-hd', 'kokoro'] }])
  })

  it('has the name that is usual for its port if the answer has none', async () => {
    // LM Studio answers every path.
    const studio: AnswerRequest = ({ path }) =>
      path === '/v1/models' ? models('qwen2.5-7b', 'whisper-large-v3') : json({ error: 'Unexpected endpoint' })
    assert.deepEqual(await foundAs(studio), [
      { name: 'LM Studio', language: ['qwen2.5-7b'], recognition: ['whisper-large-v3'] },
    ])
  })

  it('is not one if its answer is strange, too long, or a redirect, or if it has no model', async () => {
    await using target = await openReceiver(() => models('llama3.2'))
    const answers = [
      { body: '<html>' },
      { body: '{"data":[{"id":"cut' },
      json({ data: 'llama3.2' }),
      json([1, null, 'x']),
      json({ data: [null, 5, {}, { id: 7 }, { id: 'with\u001b[31m escape' }, { id: '' }] }),
      models(),
      models('nomic-embed-text'),
      models(...Array.from({ length: 20_000 }, (_, index) => `model-${index}`)),
      { ...models('llama3.2'), status: 401 },
      { status: 302, headers: { location: `${target.url}/v1/models` } },
    ]
    for (const answer of answers)
      assert.deepEqual(
        await foundAs(serving({ '/v1/models': answer as never })),
        [],
        JSON.stringify(answer).slice(0, 99),
      )
    assert.deepEqual(target.requests, [])
  })

  it('is waited for half a second at most', async () => {
    await using server = await openReceiver(() => new Promise(() => {}))
    const since = performance.now()
    assert.deepEqual(await finding(server)(), [])
    assert.ok(performance.now() - since < 3_000)
  })

  it('is not asked on ports of Parley, and nothing is found where nothing listens', async () => {
    await using server = await openReceiver(() => models('llama3.2'))
    assert.deepEqual(await finding(server, [portOf(server)])(), [])
    assert.deepEqual(server.requests, [])
    const nothing = createLocalServers({ ports: [{ port: await freePort(), name: 'Ollama' }], ownPorts: [] })
    assert.deepEqual(await nothing(), [])
  })

  it('can have another host', async () => {
    await using server = await openReceiver(() => models('llama3.2'))
    const port = portOf(server)
    const find = createLocalServers({ ports: [{ host: 'localhost', port, name: 'ollama' }], ownPorts: [port] })
    assert.deepEqual(
      (await find()).map(({ url }) => url),
      [`http://localhost:${port}/v1`],
    )
  })

  it('is asked once for requests at the same time and shortly after each other', async () => {
    await using server = await openReceiver(() => models('llama3.2'))
    const find = finding(server)
    await Promise.all([find(), find()])
    await find()
    assert.deepEqual(server.requests.map(({ path }) => path).toSorted(), [
      '/api/version',
      '/v1/audio/voices',
      '/v1/models',
    ])
  })
})
