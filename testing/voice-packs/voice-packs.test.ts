// Tests of voice packs: adding them from files and servers, hostile and broken packs, and how they speak and hear.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  type Adding,
  type AddOptions,
  addPack,
  cancelAdding,
  type KnownPack,
  keyOf,
  knownPacks,
  listAdding,
  openVoicePacks,
  PackError,
  type PackErrorCode,
  type PackSource,
  readInstalled,
  removePack,
  SpeechError,
  tidyPacks,
} from '@parley/speech'
import { decodeMulaw } from '@parley/telephone'
import { createFetcher } from '#server/platform/safe-fetch/index.ts'
import { leaveInterruptedPack } from './interrupted-pack.ts'
import { toneOf } from './make-models.ts'
import {
  type ArchiveEntry,
  archiveOf,
  installPack,
  type MadePack,
  makeRecognitionPack,
  makeVoicePack,
  publishedArchiveOf,
  sha256Of,
  tarOf,
} from './make-voice-pack.ts'
import { startPackServer } from './pack-server.ts'

const fetcher = createFetcher({ allowPrivate: ['127.0.0.0/8'], userAgent: 'test' })
after(() => fetcher[Symbol.asyncDispose]())

/** The folder of the packs of one test. The runner deletes it. */
const newRoot = () => mkdtemp(join(tmpdir(), 'voice-packs-'))

/** What a part of a download has. */
const partBytes = 8 * 2 ** 20

async function addFile(root: string, archive: Uint8Array, options: Partial<AddOptions> = {}) {
  const file = join(await mkdtemp(join(tmpdir(), 'voice-pack-file-')), 'pack.tar')
  await writeFile(file, archive)
  return addPack({ file }, { root, fetcher, ...options })
}

const isError = (code: PackErrorCode, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof PackError, String(error))
  assert.equal(error.code, code, error.message)
  if (message) assert.match(error.message, message)
  return true
}

const namesIn = (root: string) => readInstalled(root).map(({ manifest }) => manifest.name)

/** Nothing is left but what can be resumed. */
async function assertNothingInstalled(root: string): Promise<void> {
  assert.deepEqual(namesIn(root), [])
  assert.deepEqual(
    (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.onnx')),
    [],
  )
}

/** A published archive that can be added by the name of its pack. */
function knownAs(made: MadePack, url: string, archive: Uint8Array): KnownPack {
  const { files: _, ...description } = made.manifest
  return { description, archive: { url, bytes: archive.length, sha256: sha256Of(archive) } }
}

/** The frequency of a sine wave. */
function frequencyOf(audio: Uint8Array): number {
  const samples = decodeMulaw(audio).subarray(400, -400)
  const rises = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0).length
  return (rises * 8_000) / samples.length
}

const largePack = (): MadePack => makeVoicePack({ more: { 'notes.bin': randomBytes(20 * 2 ** 20) } })

describe('speaking with a voice pack', () => {
  for (const sampleRate of [8_000, 22_050, 24_000])
    it(`converts audio of ${sampleRate} Hz to that of the telephone, for each speaker`, async () => {
      const root = await newRoot()
      installPack(root, makeVoicePack({ sampleRate }))
      await using packs = openVoicePacks(root)
      const say = (gender: 'female' | 'male', speed = 1) =>
        packs.synthesize(packs.voiceIn('de', gender)!, 'Guten Tag', { speed })
      const [low, high, fast] = [await say('female'), await say('male'), await say('male', 2)]
      assert.ok(Math.abs(frequencyOf(low) - toneOf(0)) < 20, `${frequencyOf(low)} Hz`)
      assert.ok(Math.abs(frequencyOf(high) - toneOf(1)) < 20, `${frequencyOf(high)} Hz`)
      assert.ok(fast.length < 0.7 * high.length)
    })

  it('finds the voices of each language, and says nothing for a text without words', async () => {
    const root = await newRoot()
    installPack(root, makeVoicePack({ name: 'german', language: 'de' }))
    installPack(root, makeVoicePack({ name: 'french', language: 'fr', genders: ['female'] }))
    await using packs = openVoicePacks(root)
    assert.equal(packs.voiceIn('de', 'male')?.id, 'german/Speaker 1/de')
    assert.equal(packs.voiceIn('fr', 'male')?.id, 'french/Speaker 0/fr')
    assert.equal(packs.voiceIn('it', 'male'), undefined)
    assert.equal(packs.findVoice('german/Speaker 1/de')?.gender, 'male')
    assert.equal((await packs.synthesize(packs.voiceIn('fr', 'male')!, '…', { speed: 1 })).length, 0)
  })

  it('follows packs that are removed and added while it is open', async () => {
    const root = await newRoot()
    await using packs = openVoicePacks(root)
    assert.deepEqual(packs.installed(), [])
    const archive = archiveOf(makeVoicePack())
    await addFile(root, archive)
    const voice = packs.voiceIn('de', 'female')!
    assert.ok((await packs.synthesize(voice, 'Hallo', { speed: 1 })).length > 0)
    await removePack(root, 'test-voice')
    assert.equal(packs.findVoice(voice.id), undefined)
    await assert.rejects(packs.synthesize(voice, 'Hallo', { speed: 1 }), SpeechError)
    await addFile(root, archive)
    assert.ok((await packs.synthesize(packs.findVoice(voice.id)!, 'Hallo', { speed: 1 })).length > 0)
    await assert.rejects(addFile(root, archive), isError('installed'))
    await assert.rejects(removePack(root, '../test-voice'), isError('not_found'))
  })

  it('reports why the process of a damaged pack ended, and fails only its texts', async () => {
    const root = await newRoot()
    installPack(root, makeVoicePack({ name: 'damaged' }))
    installPack(root, makeVoicePack({ name: 'good', language: 'fr' }))
    await writeFile(join(root, 'damaged', 'model.onnx'), randomBytes(1_000))
    const ended: string[] = []
    await using packs = openVoicePacks(root, { onWorkerEnd: (pack) => ended.push(pack) })
    await assert.rejects(packs.synthesize(packs.voiceIn('de', 'male')!, 'Hallo', { speed: 1 }), SpeechError)
    assert.deepEqual(ended, ['damaged'])
    assert.ok((await packs.synthesize(packs.voiceIn('fr', 'male')!, 'Bonjour', { speed: 1 })).length > 0)
  })
})

it('recognizes the language of a pack', async () => {
  const root = await newRoot()
  await addFile(root, archiveOf(makeRecognitionPack()))
  await using packs = openVoicePacks(root)
  assert.equal(packs.recognizerFor('de'), undefined)
  const recognizer = packs.recognizerFor('es')!
  recognizer.prepare()
  assert.equal(await recognizer.recognize(new Uint8Array(16_000).fill(0x20)), 'hola mundo')
  assert.equal(recognizer.backlog(), 0)
})

describe('downloading a voice pack', () => {
  it('resumes after the connection broke, and requests only what is missing', async () => {
    const root = await newRoot()
    const made = largePack()
    await using server = await startPackServer(archiveOf(made))
    server.breaksBefore = 1.5 * partBytes
    const source: PackSource = { url: server.url }
    await assert.rejects(addPack(source, { root, fetcher }), isError('download_failed', /resume/))
    await assertNothingInstalled(root)
    const [adding] = await listAdding(root)
    assert.equal(adding!.doneBytes, partBytes)
    assert.equal(adding!.isRunning, false)
    assert.equal(adding!.error!.code, 'download_failed')
    server.breaksBefore = undefined
    server.ranges.length = 0
    const done: number[] = []
    await addPack(source, { root, fetcher, onProgress: ({ doneBytes }) => done.push(doneBytes) })
    assert.deepEqual(server.ranges, [`${partBytes}-${2 * partBytes - 1}`, `${2 * partBytes}-${3 * partBytes - 1}`])
    assert.deepEqual(namesIn(root), ['test-voice'])
    assert.deepEqual(await listAdding(root), [])
    assert.ok(done.includes(server.file.length))
  })

  for (const [how, stop] of [
    ['its caller', (_root: string, _source: PackSource, aborting: AbortController) => aborting.abort()],
    ['another process', (root: string, source: PackSource) => void cancelAdding(root, keyOf(source))],
  ] as const)
    it(`is canceled by ${how}, and resumed`, async () => {
      const root = await newRoot()
      await using server = await startPackServer(archiveOf(largePack()))
      const source: PackSource = { url: server.url }
      const aborting = new AbortController()
      server.onRange = (start) => {
        if (start === partBytes) stop(root, source, aborting)
      }
      await assert.rejects(addPack(source, { root, fetcher, signal: aborting.signal }))
      await assertNothingInstalled(root)
      assert.equal((await listAdding(root))[0]!.error, undefined)
      server.onRange = undefined
      await addPack(source, { root, fetcher })
      assert.ok(!server.ranges.slice(1).includes(`0-${partBytes - 1}`))
      assert.deepEqual(namesIn(root), ['test-voice'])
    })

  it('keeps its parts when the address redirects to another origin', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(largePack()))
    const redirecting = createServer((_, response) => void response.writeHead(302, { location: server.url }).end())
    redirecting.listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const { port } = redirecting.address() as AddressInfo
    await addPack({ url: `http://127.0.0.1:${port}/releases/pack.tar` }, { root, fetcher })
    assert.equal(server.ranges.length, 3)
    assert.deepEqual(namesIn(root), ['test-voice'])
    redirecting.close()
    redirecting.closeAllConnections()
  })

  it('downloads nothing again that is complete', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    const aborting = new AbortController()
    const onProgress: AddOptions['onProgress'] = ({ step }) => step === 'unpacking' && aborting.abort()
    await assert.rejects(addPack({ url: server.url }, { root, fetcher, signal: aborting.signal, onProgress }))
    server.ranges.length = 0
    // The key of the download is enough to resume it.
    const [{ key, canResume }] = (await listAdding(root)) as [Adding]
    assert.ok(canResume)
    await addPack({ name: key }, { root, fetcher })
    assert.deepEqual(server.ranges, [`${server.file.length}-${server.file.length + partBytes - 1}`])
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('refuses parts that are empty or smaller than requested', async () => {
    for (const maxPartBytes of [0, 1]) {
      const root = await newRoot()
      await using server = await startPackServer(archiveOf(makeVoicePack()))
      server.maxPartBytes = maxPartBytes
      await assert.rejects(addPack({ url: server.url }, { root, fetcher }), isError('download_failed', /another part/))
      assert.equal(server.ranges.length, 1)
    }
  })

  it('cannot be added again before a canceled addition has stopped', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(largePack()))
    const source: PackSource = { url: server.url }
    const { promise: canceled, resolve } = Promise.withResolvers<void>()
    server.waitsFor = canceled
    server.onRange = async (start) => {
      if (start === 0) return
      await cancelAdding(root, keyOf(source))
      assert.equal((await listAdding(root))[0]!.isCanceling, true)
      await assert.rejects(addPack(source, { root, fetcher }), isError('in_use'))
      resolve()
    }
    await assert.rejects(addPack(source, { root, fetcher }), isError('canceled'))
    await canceled
    assert.deepEqual(await readdir(join(root, '.adding', keyOf(source))), ['archive', 'state.json'])
    server.onRange = undefined
    await addPack(source, { root, fetcher })
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('changes nothing after another process has taken its lock', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(largePack()))
    const folder = join(root, '.adding', keyOf({ url: server.url }))
    server.onRange = (start) => {
      if (start > 0) writeFileSync(join(folder, 'lock'), 'another')
    }
    await assert.rejects(addPack({ url: server.url }, { root, fetcher }), isError('canceled'))
    assert.equal((await stat(join(folder, 'archive'))).size, partBytes)
    assert.equal(await readFile(join(folder, 'lock'), 'utf8'), 'another')
  })

  it('begins again if the file has changed in the meantime', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(largePack()))
    server.breaksBefore = 1.5 * partBytes
    await assert.rejects(addPack({ url: server.url }, { root, fetcher }))
    server.breaksBefore = undefined
    server.file = archiveOf(largePack())
    await addPack({ url: server.url }, { root, fetcher })
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('accepts a small file from a server that sends files only as a whole, and explains what to do with a large one', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    server.sendsParts = false
    await addPack({ url: server.url }, { root, fetcher })
    assert.deepEqual(namesIn(root), ['test-voice'])
    server.file = archiveOf(largePack())
    await assert.rejects(addPack({ url: `${server.url}?` }, { root, fetcher }), isError('no_ranges', /as a file/))
  })

  it('refuses plain HTTP and addresses that are not allowed', async () => {
    const root = await newRoot()
    for (const [url, code] of [
      ['http://example.com/pack.tar', 'address_refused'],
      ['https://10.0.0.1/pack.tar', 'address_refused'],
    ] as const)
      await assert.rejects(addPack({ url }, { root, fetcher }), isError(code))
  })

  it('lets only one process at a time add the same pack', async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    const both = [1, 2].map(() => addPack({ url: server.url }, { root, fetcher }))
    const outcomes = await Promise.allSettled(both)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const { reason } = outcomes.find((outcome) => outcome.status === 'rejected')!
    isError('in_use')(reason)
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('names a full disk, and leaves nothing that is half installed', {
    skip: process.platform !== 'linux',
  }, async () => {
    const root = await newRoot()
    await using server = await startPackServer(archiveOf(makeVoicePack()))
    const folder = join(root, '.adding', keyOf({ url: server.url }))
    await mkdir(folder, { recursive: true })
    await symlink('/dev/full', join(folder, 'archive'))
    await assert.rejects(addPack({ url: server.url }, { root, fetcher }), isError('disk_full', /Free some space/))
    await assertNothingInstalled(root)
  })
})

describe('adding a pack from a file', () => {
  it('follows a link whose target is relative', async () => {
    const root = await newRoot()
    const folder = await mkdtemp(join(tmpdir(), 'voice-pack-file-'))
    await writeFile(join(folder, 'pack.tar'), archiveOf(makeVoicePack()))
    await symlink('pack.tar', join(folder, 'latest.tar'))
    await addPack({ file: join(folder, 'latest.tar') }, { root, fetcher })
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('keeps no copy of a file that is not a pack', async () => {
    const root = await newRoot()
    await assert.rejects(addFile(root, randomBytes(10_000)), isError('invalid_pack'))
    const [{ doneBytes, canResume }] = (await listAdding(root)) as [Adding]
    assert.deepEqual([doneBytes, canResume], [0, false])
  })

  it('replaces a folder without a valid manifest, which can also be removed', async () => {
    const root = await newRoot()
    await mkdir(join(root, 'test-voice'))
    await writeFile(join(root, 'test-voice', 'manifest.json'), '{')
    await addFile(root, archiveOf(makeVoicePack()))
    assert.deepEqual(namesIn(root), ['test-voice'])
    await writeFile(join(root, 'test-voice', 'manifest.json'), '{')
    await removePack(root, 'test-voice')
    assert.ok(!existsSync(join(root, 'test-voice')))
  })
})

describe('removing voice packs', () => {
  it('removes two at once', async () => {
    const root = await newRoot()
    const names = ['one', 'two', 'three', 'four']
    for (const name of names) installPack(root, makeVoicePack({ name }))
    await Promise.all(names.map((name) => removePack(root, name)))
    assert.deepEqual(namesIn(root), [])
    assert.deepEqual(await readdir(join(root, '.removed')), [])
  })

  it('stores nothing for a file that does not exist', async () => {
    const root = await newRoot()
    await assert.rejects(addPack({ file: join(root, 'nothing.tar') }, { root, fetcher }), isError('not_found'))
    assert.deepEqual(await listAdding(root), [])
  })

  it('deletes what was downloaded, and what killed processes have left', async () => {
    const root = await newRoot()
    const interrupted = await leaveInterruptedPack(root)
    await removePack(root, interrupted)
    assert.deepEqual(await listAdding(root), [])

    installPack(root, makeVoicePack())
    const folder = join(root, '.adding', 'own-0123456789abcdef')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'archive'), 'archive')
    const state = { source: 'example.com', url: 'https://example.com', step: 'testing', installing: 'test-voice' }
    await writeFile(join(folder, 'state.json'), JSON.stringify(state))
    await mkdir(join(root, '.removed', 'old'), { recursive: true })
    await tidyPacks(root)
    assert.deepEqual(await listAdding(root), [])
    assert.deepEqual(await readdir(join(root, '.removed')), [])
    assert.deepEqual(namesIn(root), ['test-voice'])
  })
})

describe('adding a known pack by its name', () => {
  it('unpacks the archive of the publisher, and keeps the hashes of its files', async () => {
    const root = await newRoot()
    // The data of espeak-ng has such names.
    const made = makeVoicePack({ more: { 'espeak-ng-data/voices/!v/Mr serious': Buffer.from('voice') } })
    const archive = gzipSync(publishedArchiveOf(made))
    await using server = await startPackServer(archive)
    const known = [knownAs(made, server.url, archive)]
    const manifest = await addPack({ name: 'test-voice' }, { root, fetcher, known })
    assert.deepEqual(manifest, made.manifest)
    await using packs = openVoicePacks(root)
    assert.ok((await packs.synthesize(packs.voiceIn('de', 'male')!, 'Hallo', { speed: 1 })).length > 0)
    await assert.rejects(addPack({ name: 'test-voice' }, { root, fetcher, known }), isError('installed'))
    await assert.rejects(addPack({ name: 'other' }, { root, fetcher, known }), isError('not_found'))
  })

  it('refuses another file than expected, and deletes it', async () => {
    const root = await newRoot()
    const made = makeVoicePack()
    const archive = publishedArchiveOf(made)
    await using server = await startPackServer(archive)
    const known = [knownAs(made, server.url, archive)]
    server.file = Uint8Array.from(archive, (byte, index) => (index === 2_000 ? byte ^ 1 : byte))
    await assert.rejects(addPack({ name: 'test-voice' }, { root, fetcher, known }), isError('wrong_hash'))
    await assertNothingInstalled(root)
    assert.equal((await listAdding(root))[0]!.doneBytes, 0)
    server.file = archive.subarray(0, -512)
    await assert.rejects(
      addPack({ name: 'test-voice' }, { root, fetcher, known }),
      isError('wrong_hash', /bytes instead/),
    )
    server.file = archive
    await addPack({ name: 'test-voice' }, { root, fetcher, known })
    assert.deepEqual(namesIn(root), ['test-voice'])
  })

  it('comes with packs that are described in full', () => {
    const packs = knownPacks()
    assert.ok(packs.length >= 15)
    const names = packs.map(({ description }) => description.name)
    assert.equal(new Set(names).size, names.length)
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt'])
      assert.ok(
        packs.some(({ description }) => description.engine === 'vits' && description.languages.includes(language)),
      )
  })
})

describe('a hostile or broken pack', () => {
  const bomb = () => {
    const made = makeVoicePack()
    return gzipSync(archiveOf(made, [{ path: 'zeros', content: new Uint8Array(32 * 2 ** 20) }]))
  }
  const withEntry = (entry: ArchiveEntry) => archiveOf(makeVoicePack(), [entry])
  const withManifest = (change: object) => {
    const made = makeVoicePack()
    return archiveOf({ ...made, manifest: { ...made.manifest, ...change } })
  }
  const speakerIn = (language: string | undefined) => ({ name: 'Anna', speaker: 0, gender: 'female', language })
  const letters = [...'abcdefghij']
  const manyLanguages = letters.flatMap((first) => letters.map((second) => first + second))
  const withFiles = (...paths: string[]) =>
    archiveOf(makeVoicePack({ more: Object.fromEntries(paths.map((path) => [path, Buffer.from('x')])) }))
  const changed = (path: string, content: Uint8Array) => {
    const made = makeVoicePack()
    return archiveOf({ ...made, files: { ...made.files, [path]: content } })
  }
  const whole = archiveOf(makeVoicePack())
  const endOfManifest = 512 * (1 + Math.ceil(JSON.stringify(makeVoicePack().manifest).length / 512))
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(30)])
  const cases: [what: string, archive: Uint8Array, code: PackErrorCode, message: RegExp][] = [
    ['a path outside', withEntry({ path: '../outside.txt', content: Buffer.from('x') }), 'invalid_pack', /not allowed/],
    ['an absolute path', withEntry({ path: '/etc/outside', content: Buffer.from('x') }), 'invalid_pack', /not allowed/],
    ['a link', withEntry({ path: 'link', type: '2' }), 'invalid_pack', /link or a device/],
    ['a device', withEntry({ path: 'device', type: '3' }), 'invalid_pack', /link or a device/],
    ['a file that is not listed', bomb(), 'invalid_pack', /does not list/],
    ['a file twice', withEntry({ path: 'tokens.txt', content: Buffer.from('x') }), 'invalid_pack', /only once/],
    ['a file of another size', changed('tokens.txt', Buffer.from('a 0\n')), 'invalid_pack', /size of tokens.txt/],
    [
      'no manifest',
      tarOf([{ path: 'model.onnx', content: Buffer.from('x') }]),
      'invalid_pack',
      /must be manifest.json/,
    ],
    ['an invalid manifest', withManifest({ engine: 'other' }), 'invalid_manifest', /engine/],
    ['a name that is a path', withManifest({ name: '../x' }), 'invalid_manifest', /name/],
    [
      'a model outside',
      withManifest({ model: { model: '../model.onnx', tokens: 'tokens.txt' } }),
      'invalid_manifest',
      /path/,
    ],
    ['a lone surrogate', withManifest({ title: 'Voice \ud800' }), 'invalid_manifest', /title.*cannot be shown/],
    ['a bidirectional control', withManifest({ license: 'MIT\u202e' }), 'invalid_manifest', /license/],
    ['a language twice', withManifest({ languages: ['de', 'de'] }), 'invalid_manifest', /a language twice/],
    [
      'a voice twice, once for all languages',
      withManifest({ voices: [speakerIn(undefined), speakerIn('de')] }),
      'invalid_manifest',
      /same name twice/,
    ],
    [
      'more than 1,000 voices in all languages',
      withManifest({
        languages: manyLanguages,
        voices: Array.from({ length: 11 }, (_, index) => ({ ...speakerIn(undefined), name: `Voice ${index}` })),
      }),
      'invalid_manifest',
      /more than 1000/,
    ],
    ['a file that is a folder', withFiles('a', 'a/b'), 'invalid_manifest', /a\/b, whose folder is a file/],
    ['a file in the manifest', withFiles('Manifest.json/b'), 'invalid_manifest', /whose folder is a file/],
    ['paths that differ in case only', withFiles('Notes/a', 'notes/A'), 'invalid_manifest', /a path twice/],
    [
      'control sequences in a name',
      withManifest({ model: { model: 'model.onnx', tokens: 'tokens.txt', [`\x1b[2J${'x'.repeat(10_000)}`]: 'a' } }),
      'invalid_manifest',
      /^.{0,50}has \?\[2Jx{90,100}….{0,50}$/,
    ],
    ['a wrong sample rate', withManifest({ sampleRate: 24_000 }), 'invalid_pack', /16000 Hz/],
    [
      'nothing',
      new Uint8Array(0),
      'invalid_pack',
      /^This is an empty file; a pack is a \.tar, \.tar\.gz or \.tar\.bz2 file\.$/,
    ],
    ['a ZIP archive', zip, 'invalid_pack', /^This is a ZIP archive; a pack is/],
    ['an empty ZIP archive', Buffer.from('PK\x05\x06'.padEnd(22, '\0')), 'invalid_pack', /^This is a ZIP archive;/],
    ['a RAR archive', Buffer.from('Rar!\x1a\x07\x01\0'), 'invalid_pack', /^This is a RAR archive;/],
    ['a 7z archive', Buffer.from("7z\xbc\xaf'\x1c\0\x04", 'latin1'), 'invalid_pack', /^This is a 7z archive;/],
    [
      'a web page',
      Buffer.from('\ufeff\n<!DOCTYPE html><title>Sign in</title>'),
      'invalid_pack',
      /^This is a web page;/,
    ],
    ['a few words', Buffer.from('no pack'), 'invalid_pack', /not a tar archive; a pack is/],
    ['no archive', randomBytes(10_000), 'invalid_pack', /not a tar archive/],
    ['half an archive between two files', whole.subarray(0, endOfManifest), 'invalid_pack', /damaged or incomplete/],
    [
      'a long header',
      withEntry({ path: 'pax', type: 'x', content: Buffer.alloc(70_000, 'a') }),
      'invalid_pack',
      /too long/,
    ],
    ['half an archive', whole.subarray(0, whole.length / 2), 'invalid_pack', /damaged or incomplete/],
    ['half a compressed archive', gzipSync(whole).subarray(0, 1_000), 'invalid_pack', /damaged or incomplete/],
  ]
  for (const [what, archive, code, message] of cases)
    it(`with ${what} is refused`, async () => {
      const root = await newRoot()
      await assert.rejects(addFile(root, archive), isError(code, message))
      await assertNothingInstalled(root)
      assert.deepEqual((await readdir(root)).toSorted(), ['.adding'])
    })

  it('with other contents than its manifest says is refused', async () => {
    const root = await newRoot()
    const made = makeVoicePack()
    const { length } = made.files['model.onnx']!
    await assert.rejects(addFile(root, changed('model.onnx', randomBytes(length))), isError('wrong_hash'))
    await assertNothingInstalled(root)
  })

  it('with a model that cannot be loaded is refused', async () => {
    const root = await newRoot()
    const made = makeVoicePack()
    const broken = randomBytes(5_000)
    const manifest = {
      ...made.manifest,
      files: made.manifest.files.map((file) =>
        file.path === 'model.onnx' ? { ...file, bytes: broken.length, sha256: sha256Of(broken) } : file,
      ),
    }
    const archive = archiveOf({ manifest, files: { ...made.files, 'model.onnx': broken } })
    await assert.rejects(addFile(root, archive), isError('invalid_pack', /cannot be loaded/))
    await assertNothingInstalled(root)
  })
})
