// Tests of voice packs through the API: adding, progress, canceling and removing, and the voices in the catalogue.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { keyOf } from '@parley/speech'
import { readWav } from '@parley/telephone'
import { ParleyError } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { archiveOf, installPack, makeVoicePack } from '#testing/voice-packs/make-voice-pack.ts'
import { startPackServer } from '#testing/voice-packs/pack-server.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())
const { account, client } = await parley.createAccount()
const { voicePacks } = (await signInMember(parley, account, 'viewer', { isOperator: true })).client
const german = 4

const find = async (title: string) => (await voicePacks.list()).data.find((pack) => pack.title === title)
const titleOf = (url: string): string => url.replace('http://', '')
const refusedAs = (code: string) => (error: unknown) => error instanceof ParleyError && error.body['error'] === code

describe('voice packs', () => {
  it('lists the packs that can be added, with their size, license and languages', async () => {
    const { data } = await voicePacks.list()
    const thorsten = data.find(({ pack }) => pack === 'piper-de-thorsten')
    assert.deepEqual(thorsten, {
      pack: 'piper-de-thorsten',
      title: 'Piper Thorsten',
      kind: 'voice',
      state: 'available',
      can_resume: false,
      languages: ['de'],
      license: 'CC0-1.0',
      notice: 'The pack contains the data of espeak-ng, which is under the GPL 3.0 or later.',
      bytes: 67_214_254,
      voices: [],
      progress: null,
      failure: null,
    })
  })

  it('are among the ways to hear a language that nothing recognizes yet', async () => {
    const support = await client.catalogues.languageSupport()
    const of = (id: number) => support.find(({ language_id }) => language_id === id)!
    assert.deepEqual(of(1).recognition, { works: true, vendors: [], packs: [] })
    const { recognition } = of(german)
    assert.deepEqual([recognition.works, recognition.vendors.toSorted()], [false, ['Deepgram', 'OpenAI']])
    assert.ok(recognition.packs.includes('Whisper Base') && !recognition.packs.includes('Piper Thorsten'))
  })

  it('adds a pack, whose voices every account can choose and hear until it is removed', async () => {
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    assert.deepEqual(await client.catalogues.synthesizerProviders({ language_id: german }).then(codesOf), vendorsOf())
    const { data } = await voicePacks.add({ url: server.url })
    const adding = data.find(({ title }) => title === titleOf(server.url))!
    assert.deepEqual([adding.state, adding.kind, adding.progress!.step], ['adding', null, 'downloading'])
    await until(async () => (await find('Test voice test-voice'))?.state === 'installed')
    assert.equal(await find(titleOf(server.url)), undefined)

    assert.ok((await client.catalogues.synthesizerProviders({ language_id: german }).then(codesOf)).includes('offline'))
    const listed = (await client.catalogues.voices({ language_id: german, search: 'speaker' })) as { id: number }[]
    assert.equal(listed.length, 2)
    const { voices } = (await find('Test voice test-voice'))!
    assert.deepEqual(
      voices.map(({ id, gender }) => [id, gender]),
      [
        ['test-voice/Speaker 0/de', 'female'],
        ['test-voice/Speaker 1/de', 'male'],
      ],
    )
    const preview = await parley.fetch(new Request(voices[1]!.preview_url))
    const { sampleRate, channels } = readWav(new Uint8Array(await preview.arrayBuffer()))
    assert.equal(sampleRate, 8_000)
    assert.ok(channels[0]!.length > 8_000)

    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    const voiceId = listed[1]!.id
    await client.assistants.update({ id, language_id: german, voice_id: voiceId })
    assert.equal((await client.assistants.get({ id })).data.voice_id, voiceId)

    await voicePacks.remove({ pack: 'test-voice' })
    assert.deepEqual(await client.catalogues.voices({ language_id: german, search: 'speaker' }), [])
    assert.equal((await parley.fetch(new Request(voices[1]!.preview_url))).status, 404)
    assert.equal((await client.assistants.get({ id })).data.voice_id, voiceId)
  })

  it('shows the progress of a download, cancels it, and resumes it', async () => {
    const file = archiveOf(makeVoicePack({ name: 'large', more: { 'notes.bin': randomBytes(17 * 2 ** 20) } }))
    await using server = await startPackServer(file)
    const canceled = Promise.withResolvers<void>()
    const title = titleOf(server.url)
    server.onRange = async (begin) => {
      if (begin === 0) return
      server.onRange = undefined
      const { pack } = (await find(title))!
      await voicePacks.cancel({ pack }).then(() => canceled.resolve(), canceled.reject)
    }
    await voicePacks.add({ url: server.url })
    await canceled.promise
    await until(async () => (await find(title))?.state === 'interrupted')
    const { progress, failure } = (await find(title))!
    assert.ok(progress!.done_bytes >= 8 * 2 ** 20)
    assert.equal(progress!.total_bytes, file.length)
    assert.equal(failure, null)
    await voicePacks.add({ url: server.url })
    await until(async () => (await find('Test voice large'))?.state === 'installed')
  })

  it('resumes a download of one’s own, whose address it keeps and does not show', async () => {
    await using server = await startPackServer(archiveOf(makeVoicePack({ name: 'resumed' })))
    server.breaksBefore = 100
    await voicePacks.add({ url: `${server.url}?key=secret` })
    await until(async () => (await find(titleOf(server.url)))?.state === 'interrupted')
    const listed = (await find(titleOf(server.url)))!
    assert.deepEqual([listed.can_resume, listed.failure?.code], [true, 'download_failed'])
    assert.ok(!JSON.stringify(await voicePacks.list()).includes('secret'))
    server.breaksBefore = undefined
    await voicePacks.add({ name: listed.pack })
    await until(async () => (await find('Test voice resumed'))?.state === 'installed')
  })

  it('shows the mistake in a manifest', async () => {
    const made = makeVoicePack({ name: 'mistaken' })
    const file = archiveOf({ ...made, manifest: { ...made.manifest, title: 'Voice \ud800' } })
    await voicePacks.upload({ filename: 'mistaken.tar', file: { name: 'mistaken.tar', data: file } })
    await until(async () => (await find('mistaken.tar'))?.state === 'interrupted')
    const { failure, can_resume } = (await find('mistaken.tar'))!
    assert.deepEqual([failure!.code, can_resume], ['invalid_manifest', false])
    assert.match(failure!.message, /title: has characters that cannot be shown/)
  })

  it('refuses an addition that cannot begin', async () => {
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    const folder = join(parley.config.dataDir, 'voice-packs', '.adding', keyOf({ url: server.url }))
    await writeFile(folder, 'a file in place of the folder')
    await assert.rejects(voicePacks.add({ url: server.url }), refusedAs('VOICE_PACK_NOT_STORED'))
    await rm(folder)
  })

  it('updates the voices and the previews of a pack that is added again with others', async () => {
    const root = join(parley.config.dataDir, 'voice-packs')
    const listVoices = async () =>
      (await client.catalogues.voices({ language_id: german, search: 'again' })) as {
        id: number
        gender: string
        preview_url: string
      }[]
    const previewOf = async (url: string) => (await parley.fetch(new Request(url))).arrayBuffer()
    installPack(root, makeVoicePack({ name: 'again', genders: ['female'] }))
    const [before] = await listVoices()
    const preview = await previewOf(before!.preview_url)
    await voicePacks.remove({ pack: 'again' })
    installPack(root, makeVoicePack({ name: 'again', genders: ['male'], sampleRate: 24_000 }))
    const [after] = await listVoices()
    assert.deepEqual([after!.id, before!.gender, after!.gender], [before!.id, 'female', 'male'])
    assert.notDeepEqual(await previewOf(after!.preview_url), preview)
    await voicePacks.remove({ pack: 'again' })
  })

  it('lists the voices of a large pack within a second', async () => {
    const root = join(parley.config.dataDir, 'voice-packs')
    const large = makeVoicePack({ name: 'many', genders: Array.from({ length: 1_000 }, () => 'female' as const) })
    installPack(root, large)
    const listVoices = () => client.catalogues.voices({}) as Promise<{ id: number; name: string }[]>
    const isOfPack = ({ name }: { name: string }) => name.includes('Test voice many')
    assert.equal((await listVoices()).filter(isOfPack).length, 1_000)
    const startedAt = performance.now()
    await listVoices()
    assert.ok(performance.now() - startedAt < 1_000)
    await voicePacks.remove({ pack: 'many' })
  })

  it('removes a folder without a valid manifest', async () => {
    const folder = join(parley.config.dataDir, 'voice-packs', 'damaged')
    await mkdir(folder)
    await voicePacks.remove({ pack: 'damaged' })
    assert.ok(!existsSync(folder))
  })

  it('says why a pack was not added, and forgets it when it is removed', async () => {
    await using server = await startPackServer(Buffer.from('not a pack'))
    await voicePacks.add({ url: server.url })
    await until(async () => (await find(titleOf(server.url)))?.state === 'interrupted')
    const { pack, failure } = (await find(titleOf(server.url)))!
    assert.equal(failure!.code, 'invalid_pack')
    await voicePacks.remove({ pack })
    assert.equal(await find(titleOf(server.url)), undefined)
    await assert.rejects(voicePacks.remove({ pack }), refusedAs('VOICE_PACK_NOT_FOUND'))
  })

  it('adds a pack from a file, and says why a file is not a pack', async () => {
    const file = archiveOf(makeVoicePack({ name: 'uploaded', language: 'fr' }))
    await voicePacks.upload({ filename: 'ours.tar', file: { name: 'ours.tar', data: file } })
    await until(async () => (await find('Test voice uploaded'))?.state === 'installed')
    await voicePacks.upload({ filename: 'other.tar', file: { name: 'other.tar', data: Buffer.from('no pack') } })
    await until(async () => (await find('other.tar'))?.failure?.code === 'invalid_pack')
    assert.deepEqual(await readdir(join(parley.config.dataDir, 'voice-packs', '.uploads')), [])
  })

  it('refuses names that are not known, and paths', async () => {
    await assert.rejects(voicePacks.add({ name: 'nothing' }), refusedAs('VOICE_PACK_NOT_FOUND'))
    await assertInvalid(voicePacks.add({}), { name: ['Either a name or a url is required, and not both.'] })
    for (const pack of ['.adding', '..%2f..', 'a/b'])
      await assert.rejects(voicePacks.remove({ pack }), refusedAs('VOICE_PACK_NOT_FOUND'))
    assert.ok(existsSync(parley.config.dataDir))
  })
})

const codesOf = (providers: { code: string }[]) => providers.map(({ code }) => code)
const vendorsOf = () => ['elevenlabs', 'openai', 'deepgram', 'cartesia', 'azure', 'google']
