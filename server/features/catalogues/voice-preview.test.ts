// Tests of the previews of voices, with the offline voices and with scripted speech.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openMoonshine } from '@parley/speech'
import { encodeMulaw, readWav } from '@parley/telephone'
import { createScriptedSpeechReader } from '#server/models/scripted-speech/signal.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { startScriptedAzure } from '#testing/speech-servers/azure-speech-server.ts'
import { startScriptedCartesia } from '#testing/speech-servers/cartesia-server.ts'
import { catalogueData } from './data.ts'
import { insertOwnVoice } from './store.ts'
import { previewTextIn } from './voice-preview.ts'

const [parley, scripted] = await Promise.all([
  startTestApp(),
  startTestApp({ config: { speech: { default: 'scripted' } } }),
])
after(async () => {
  await parley[Symbol.asyncDispose]()
  await scripted[Symbol.asyncDispose]()
})

type App = typeof parley

const previewOf = ({ fetch }: App, url: string) => fetch(new Request(url))

async function wordsIn(response: Response): Promise<string> {
  const { channels } = readWav(new Uint8Array(await response.arrayBuffer()))
  return createScriptedSpeechReader().read(encodeMulaw(channels[0]!)).trim()
}

describe('the preview of a voice', () => {
  it('is spoken by the offline voice if the vendor has no key', { timeout: 120_000 }, async () => {
    await using moonshine = openMoonshine()
    const { client } = await parley.createAccount()
    const [first] = await client.catalogues.voices({ language_id: 1, gender: 'male' })
    const response = await previewOf(parley, first!.preview_url)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'audio/wav'])
    const { sampleRate, channels } = readWav(new Uint8Array(await response.arrayBuffer()))
    assert.equal(sampleRate, 8_000)
    assert.match(await moonshine.recognize(encodeMulaw(channels[0]!)), /how can i help you/i)
  })

  it('is in the language of the voice, for every language', async () => {
    const { client } = await scripted.createAccount()
    for (const { id, iso_2 } of await client.catalogues.languages()) {
      assert.ok(previewTextIn(iso_2), iso_2)
      const [voice] = await client.catalogues.voices({ language_id: id })
      if (!voice) continue
      const response = await previewOf(scripted, voice.preview_url)
      assert.equal(await wordsIn(response), previewTextIn(iso_2))
    }
  })

  it('is spoken by Cartesia and Azure with the voice itself if they have a key', async () => {
    const apiKey = 'key'
    await using cartesia = await startScriptedCartesia({ apiKey })
    await using azure = await startScriptedAzure({ apiKey })
    const servers = {
      cartesia: { apiKey, baseUrl: cartesia.baseUrl },
      azure: { apiKey, baseUrl: azure.baseUrl },
    }
    await using app = await startTestApp({ config: { speech: { default: 'scripted', ...servers } } })
    const { voices } = catalogueData()
    for (const code of ['38aabb6a-f52b-4fb0-a3d1-988518f4dc06', 'de-DE-KatjaNeural']) {
      const { id } = voices.find((voice) => voice.code === code)!
      const response = await previewOf(app, `http://127.0.0.1:8080/voices/${id}/preview.wav`)
      const { channels } = readWav(new Uint8Array(await response.arrayBuffer()))
      assert.equal(channels[0]!.length, previewTextIn('de')!.length * 480)
    }
    const [request] = cartesia.received
    assert.deepEqual([request?.['transcript'], request?.['language']], [previewTextIn('de'), 'de'])
    assert.deepEqual(
      azure.requests.map(({ voice, text }) => [voice, text]),
      [['de-DE-KatjaNeural', previewTextIn('de')]],
    )
    assert.deepEqual([...cartesia.violations, ...azure.violations], [])
  })

  it('is synthesized once and stored', async () => {
    const { files } = scripted.app.context
    const voice = catalogueData().voices.find(({ languageId, gender }) => languageId === 2 && gender === 'female')!
    const url = `http://127.0.0.1:8080/voices/${voice.id}/preview.wav`
    const before = await previewOf(scripted, url)
    const key = 'voice-previews/scripted/es-female'
    assert.deepEqual(Buffer.from(await files.read(key)), Buffer.from(await before.arrayBuffer()))
    await files.put(key, Buffer.from('stored'), 'audio/wav')
    assert.equal(await (await previewOf(scripted, url)).text(), 'stored')
    await files.remove(key)
  })

  it('is refused with 503 if too many are being synthesized, and works afterwards', { timeout: 120_000 }, async () => {
    const { voices } = catalogueData()
    const urls = [...new Map(voices.map(({ id, languageId, gender }) => [`${languageId} ${gender}`, id])).values()]
      .slice(20, 60)
      .map((id) => `http://127.0.0.1:8080/voices/${id}/preview.wav`)
    const statuses = await Promise.all(urls.map(async (url) => (await previewOf(parley, url)).status))
    assert.deepEqual(new Set(statuses), new Set([200, 503]))
    assert.equal((await previewOf(parley, urls[statuses.indexOf(503)]!)).status, 200)
  })

  it('is a chime for an own voice, and does not exist for an unknown id', async () => {
    const { account, client } = await parley.createAccount()
    const own = { name: 'Mine', languageId: 1, gender: 'female', synthesizerProviderId: 1, code: 'my-clone' } as const
    const id = await insertOwnVoice(parley.app.context.db, account.id, own)
    const voice = (await client.catalogues.voices({ search: 'Mine' })).find((one) => one.id === id)!
    const response = await previewOf(parley, voice.preview_url)
    assert.equal(readWav(new Uint8Array(await response.arrayBuffer())).channels[0]!.length, 16_000)
    for (const unknown of [String(id), '0', '999999999', 'x', '01'])
      assert.equal((await previewOf(parley, `http://127.0.0.1:8080/voices/${unknown}/preview.wav`)).status, 404)
  })
})
