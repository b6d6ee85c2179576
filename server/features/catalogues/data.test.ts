// Tests that the catalogue files are consistent: codes, references, defaults, a voice for every language in every mode.
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

test('codes are unique, those of voices within their vendor and language', () => {
  assertDistinct(data.languages.map(({ iso2 }) => iso2))
  assertDistinct(data.languages.map(({ locale }) => locale))
  for (const providers of [data.synthesizerProviders, data.transcriberProviders])
    assertDistinct(providers.map(({ code }) => code))
  for (const models of [data.llmModels, data.multimodalModels])
    assertDistinct(models.map(({ vendor, code }) => `${vendor}/${code}`))
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
    assert.ok(synthesizer.languageIds.includes(language.id), `${synthesizer.name} does not support ${language.name}`)
    assert.ok(transcriber.languageIds.includes(language.id), `${transcriber.name} does not support ${language.name}`)
  }
})

test('a synthesizer supports exactly the languages for which it has a voice', () => {
  // The voices of the provider without a vendor come from installed voice packs.
  for (const { id, name, languageIds } of data.synthesizerProviders.filter(({ code }) => code !== 'offline')) {
    const voiced = new Set(
      data.voices.filter((voice) => voice.synthesizerProviderId === id).map((voice) => voice.languageId),
    )
    assertDistinct(languageIds)
    assert.deepEqual([...languageIds].sort(), [...voiced].sort(), name)
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
      const ofGender = voices.filter((voice) => voice.gender === gender)
      assert.ok(ofGender.some(isSynthesized), `${nameOf(id)} has no ${gender} voice for pipeline and dualplex`)
      assert.ok(
        ofGender.some((voice) => voice.realtimeVendor !== null && realtimeVendors.has(voice.realtimeVendor)),
        `${nameOf(id)} has no ${gender} voice for multimodal`,
      )
    }
  }
})

test('the voice codes have the format of their vendor', () => {
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

test('the version changes when any file changes', () => {
  const versions = catalogueFiles.map((file) => {
    const files = readCatalogueFiles()
    files[file] = files[file].replace(/^1,\w/m, '1,X')
    return parseCatalogues(files).version
  })
  assertDistinct([data.version, ...versions])
  assert.match(data.version, /^[0-9a-f]{16}$/)
})

test('an invalid record causes an error that names its file and line', () => {
  const cases: [keyof CatalogueFiles, text: string, replacement: string, message: string][] = [
    ['languages.csv', 'iso_2', 'iso', 'line 1: the header must be id,name,iso_2,locale,synthesizer,transcriber.'],
    ['languages.csv', '2,Spanish', '1,Spanish', 'line 3: the id must be an integer above 1.'],
    ['languages.csv', '3,French', 'x,French', 'line 4: the id must be an integer above 2.'],
    ['languages.csv', 'US,elevenlabs', 'US,acme', 'line 2: there is no synthesizer with the code acme.'],
    ['synthesizer-providers.csv', 'en es', 'en xx', 'line 2: there is no language with the code xx.'],
    ['llm-models.csv', '2027-01-14', '2027-02-30', 'line 2: ends_on must be a date in the form YYYY-MM-DD.'],
    ['multimodal-models.csv', 'dualplex', 'duplex', 'line 2: modes must be one of multimodal, dualplex.'],
    ['voices.csv', 'female', 'feminine', 'line 2: gender must be one of male, female.'],
    ['voices.csv', 'elevenlabs,,', ',,', 'line 2: a voice must have either a synthesizer or a realtime vendor.'],
    ['voices.csv', 'American,', '', 'line 2: expected 9 values, but found 8.'],
    ['voices.csv', ',Sarah', ', Sarah', 'line 2: name must be a string without surrounding spaces.'],
  ]
  for (const [file, text, replacement, message] of cases) {
    const files = readCatalogueFiles()
    files[file] = files[file].replace(text, replacement)
    assert.throws(() => parseCatalogues(files), { message: `${file} ${message}` })
  }
})

function assertDistinct(values: unknown[]): void {
  assert.deepEqual([...new Set(values)], values)
}
