// The delivered catalogues hold together: ids, references, defaults, a voice for every language in every mode.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CatalogueFiles,
  catalogueData,
  catalogueFiles,
  parseCatalogues,
  readCatalogueFiles,
  type Voice,
} from './data.ts'

const data = catalogueData()
const nameOf = (languageId: number) => data.languages.find(({ id }) => id === languageId)!.name
const isSynthesized = (voice: Voice) => voice.synthesizerProviderId !== null

test('there are at least 40 languages and 150 voices, English being the first language', () => {
  assert.ok(data.languages.length >= 40)
  assert.ok(data.voices.length >= 150)
  assert.deepEqual([data.languages[0]!.id, data.languages[0]!.iso2], [1, 'en'])
  assert.deepEqual([data.llmModels[0]!.id, data.llmModels[0]!.code], [1, 'gpt-4.1-mini'])
})

test('codes stand once: of a language, of a provider, of a model, of a voice within its vendor and language', () => {
  assertDistinct(data.languages.map(({ iso2 }) => iso2))
  assertDistinct(data.languages.map(({ locale }) => locale))
  assertDistinct(data.synthesizerProviders.map(({ code }) => code))
  assertDistinct(data.transcriberProviders.map(({ code }) => code))
  assertDistinct(data.llmModels.map(({ vendor, code }) => `${vendor}/${code}`))
  assertDistinct(data.multimodalModels.map(({ vendor, code }) => `${vendor}/${code}`))
  assertDistinct(
    data.voices.map((voice) =>
      [voice.synthesizerProviderId, voice.realtimeVendor, voice.code, voice.languageId].join('/'),
    ),
  )
})

test('a language is supported by its own default providers', () => {
  for (const language of data.languages) {
    const synthesizer = data.synthesizerProviders.find(({ id }) => id === language.synthesizerProviderId)!
    const transcriber = data.transcriberProviders.find(({ id }) => id === language.transcriberProviderId)!
    assert.ok(synthesizer.languageIds.includes(language.id), `${synthesizer.name} does not speak ${language.name}`)
    assert.ok(transcriber.languageIds.includes(language.id), `${transcriber.name} does not hear ${language.name}`)
  }
})

test('a synthesizer supports exactly the languages of which it has a voice', () => {
  for (const { id, name, languageIds } of data.synthesizerProviders) {
    const spoken = new Set(
      data.voices.filter((voice) => voice.synthesizerProviderId === id).map((voice) => voice.languageId),
    )
    assertDistinct(languageIds)
    assert.deepEqual([...languageIds].sort(), [...spoken].sort(), name)
  }
})

test('every language has a female and a male voice in every mode', () => {
  const realtimeVendors = new Set(
    data.multimodalModels.filter(({ modes }) => modes.includes('multimodal')).map(({ vendor }) => vendor),
  )
  assert.ok(data.multimodalModels.some(({ modes }) => modes.includes('dualplex')))
  for (const { id } of data.languages) {
    const voices = data.voices.filter(({ languageId }) => languageId === id)
    for (const gender of ['female', 'male']) {
      const some = voices.filter((voice) => voice.gender === gender)
      assert.ok(some.some(isSynthesized), `${nameOf(id)} has no ${gender} voice for pipeline and dualplex`)
      assert.ok(
        some.some((voice) => voice.realtimeVendor !== null && realtimeVendors.has(voice.realtimeVendor)),
        `${nameOf(id)} has no ${gender} voice for multimodal`,
      )
    }
  }
})

test('vendor codes have the form that the vendor gives them', () => {
  const forms: Record<string, RegExp> = {
    elevenlabs: /^[A-Za-z0-9]{20}$/,
    openai: /^[a-z]+$/,
    deepgram: /^aura-2-[a-z]+-[a-z]{2}$/,
    cartesia: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    azure: /^[a-z]{2,3}-[A-Z]{2}-[A-Za-z]+Neural$/,
    google: /^[a-z]{2,3}-[A-Z]{2}-Chirp3-HD-[A-Z][a-z]+$/,
  }
  const codes = new Map(data.synthesizerProviders.map(({ id, code }) => [id, code]))
  for (const voice of data.voices.filter(isSynthesized)) {
    assert.match(voice.code, forms[codes.get(voice.synthesizerProviderId!)!]!)
  }
})

test('the version changes with any file', () => {
  const versions = catalogueFiles.map((file) => {
    const files = readCatalogueFiles()
    files[file] = files[file].replace(/^1,\w/m, '1,X')
    return parseCatalogues(files).version
  })
  assertDistinct([data.version, ...versions])
  assert.match(data.version, /^[0-9a-f]{16}$/)
})

test('a bad record is refused with its file and line', () => {
  const bad: [keyof CatalogueFiles, (text: string) => string, RegExp][] = [
    [
      'languages.csv',
      (text) => text.replace('iso_2', 'iso'),
      /^languages.csv line 1: the header must be id,name,iso_2,/,
    ],
    [
      'languages.csv',
      (text) => text.replace('2,Spanish', '1,Spanish'),
      /^languages.csv line 3: the id must be an integer above 1\.$/,
    ],
    [
      'languages.csv',
      (text) => text.replace('3,French', 'x,French'),
      /^languages.csv line 4: the id must be an integer above 2\.$/,
    ],
    [
      'languages.csv',
      (text) => text.replace('en-US,elevenlabs', 'en-US,nobody'),
      /^languages.csv line 2: no record has the synthesizer nobody\.$/,
    ],
    [
      'synthesizer-providers.csv',
      (text) => text.replace('en es', 'en xx'),
      /^synthesizer-providers.csv line 2: no record has the language xx\.$/,
    ],
    [
      'llm-models.csv',
      (text) => text.replace('2027-01-14', '2027-02-30'),
      /^llm-models.csv line 2: ends_on must be a day, YYYY-MM-DD\.$/,
    ],
    [
      'multimodal-models.csv',
      (text) => text.replace('dualplex', 'duplex'),
      /^multimodal-models.csv line 2: modes must be one of/,
    ],
    [
      'voices.csv',
      (text) => text.replace('female', 'feminine'),
      /^voices.csv line 2: gender must be one of male, female\.$/,
    ],
    [
      'voices.csv',
      (text) => text.replace('elevenlabs,,', ',,'),
      /^voices.csv line 2: a voice has either a synthesizer or a realtime vendor\.$/,
    ],
    ['voices.csv', (text) => text.replace('American,', ''), /^voices.csv line 2: 8 values stand where 9 belong\.$/],
    [
      'voices.csv',
      (text) => text.replace(',Sarah', ', Sarah'),
      /^voices.csv line 2: name must be a text without spaces around it\.$/,
    ],
  ]
  for (const [file, spoil, message] of bad) {
    const files = readCatalogueFiles()
    files[file] = spoil(files[file])
    assert.throws(() => parseCatalogues(files), { message })
  }
})

function assertDistinct(values: unknown[]): void {
  assert.deepEqual([...new Set(values)], values)
}
