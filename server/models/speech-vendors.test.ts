// Tests which speech vendors are available, and that they cover the catalogue.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  createSpeechVendors,
  describeSpeechVendors,
  type SpeechVendorOptions,
  speechVendors,
} from './speech-vendors.ts'

const all: Required<SpeechVendorOptions> = {
  deepgram: { apiKey: 'deepgram-secret' },
  elevenlabs: { apiKey: 'elevenlabs-secret', baseUrl: 'http://127.0.0.1:9000' },
  openai: { apiKey: 'openai-secret' },
  cartesia: { apiKey: 'cartesia-secret' },
  azure: { apiKey: 'azure-secret', region: 'westeurope' },
  openaiTranscription: { apiKey: 'openai-secret', baseUrl: 'http://127.0.0.1:9001/v1' },
}

test('vendors without a key are not available', () => {
  assert.deepEqual(createSpeechVendors({}), { recognizers: [], synthesizers: [] })
  assert.deepEqual(describeSpeechVendors({}), [])
})

test('the description names every vendor and other servers, without secrets', () => {
  assert.deepEqual(describeSpeechVendors(all), [
    { vendor: 'deepgram', detail: 'recognition with Nova or Flux' },
    { vendor: 'openai-transcription', detail: 'recognition at 127.0.0.1:9001' },
    { vendor: 'elevenlabs', detail: 'synthesis at 127.0.0.1:9000' },
    { vendor: 'openai', detail: 'synthesis' },
    { vendor: 'cartesia', detail: 'synthesis' },
    { vendor: 'azure', detail: 'synthesis in westeurope' },
  ])
})

test('every vendor supports the languages that the catalogue lists for it', () => {
  const { recognizers, synthesizers } = createSpeechVendors(all)
  for (const [file, adapters] of [
    ['transcriber-providers.csv', recognizers],
    ['synthesizer-providers.csv', synthesizers],
  ] as const) {
    const rows = readFileSync(new URL(`../features/catalogues/data/${file}`, import.meta.url), 'utf8').split('\n')
    for (const { vendor, supports } of adapters) {
      const languages = rows
        .map((row) => row.split(','))
        .find(([, , code]) => code === vendor)?.[3]
        ?.split(' ')
      assert.ok(languages && languages.length >= 10)
      assert.deepEqual(
        languages.filter((language) => !supports(language)),
        [],
        vendor,
      )
    }
  }
})

test('the operating guide lists the vendors in the order in which they replace each other, with their settings', () => {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const section = /^## Speech vendors$(.*?)^## /ms.exec(guide)![1]!
  const rows = [...section.matchAll(/^\| ([^|]+) \| (`[A-Z][^|]+`) \|/gm)].map(([, name, settings]) => [name, settings])
  const expected = []
  for (const [file, kind] of [
    ['transcriber-providers.csv', 'recognizers'],
    ['synthesizer-providers.csv', 'synthesizers'],
  ] as const) {
    const catalogue = readFileSync(new URL(`../features/catalogues/data/${file}`, import.meta.url), 'utf8').split('\n')
    const names = new Map(catalogue.map((row) => row.split(',')).map(([, name, code]) => [code, name]))
    for (const key of Object.keys(speechVendors) as (keyof SpeechVendorOptions)[]) {
      const settings = Object.values(speechVendors[key].settings).map(([name]) => `\`${name}\``)
      for (const { vendor } of createSpeechVendors({ [key]: all[key] })[kind])
        expected.push([names.get(vendor), settings.join(', ')])
    }
  }
  assert.deepEqual(rows, expected)
})

test('the voices that replace others are in the catalogue, with the same gender and, if possible, language', () => {
  const path = new URL('../features/catalogues/data/voices.csv', import.meta.url)
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((row) => row.split(','))
  const languages = new Set(rows.map((row) => row[2]!).filter((language) => /^[a-z]{2}$/.test(language)))
  assert.ok(languages.size > 50)
  for (const { vendor, supports, replacementVoice } of createSpeechVendors(all).synthesizers)
    for (const language of [...languages].filter(supports))
      for (const gender of ['female', 'male'] as const) {
        const voice = replacementVoice?.({ language, gender })
        const found = rows.filter((row) => row[3] === gender && row[6] === vendor && row[8] === voice)
        assert.ok(found.length > 0, `${vendor} ${voice}`)
        const isNative = found.some((row) => row[2] === language)
        const hasNative = rows.some((row) => row[3] === gender && row[6] === vendor && row[2] === language)
        assert.equal(isNative, hasNative, `${vendor} ${voice} ${language}`)
      }
})
