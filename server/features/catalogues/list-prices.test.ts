// Tests that list prices are of choices that exist, with the page and the day on which each was stated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueData } from './data.ts'
import { currentPrices, listPrices, parseListPrices } from './list-prices.ts'

const { llmModels, multimodalModels, synthesizerProviders, transcriberProviders } = catalogueData()

test('a list price is of one choice, and says where and when it was found', () => {
  const names = listPrices().map(({ kind, vendor, code }) => `${kind} ${vendor}/${code}`)
  assert.equal(new Set(names).size, names.length)
  const known = [
    ...llmModels.map(({ vendor, code }) => `llm ${vendor}/${code}`),
    ...multimodalModels.map(({ vendor, code }) => `realtime ${vendor}/${code}`),
    ...synthesizerProviders.map(({ code }) => `synthesizer ${code}/`),
    ...transcriberProviders.map(({ code }) => `transcriber ${code}/`),
  ]
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  )
  for (const { asOf, until, source, unit, outputUsd, product } of listPrices()) {
    assert.match(asOf, /^\d{4}-\d{2}-\d{2}$/)
    assert.ok(until === null || until > asOf, product)
    assert.match(source, /^https:\/\//)
    assert.equal(outputUsd === null, !unit.endsWith('tokens'), product)
  }
})

test('a price that is no number is refused with its line', () => {
  const header = 'kind,vendor,code,product,unit,input_usd,output_usd,as_of,until,source'
  const line = 'transcriber,deepgram,,Nova,minute,cheap,,2026-08-01,,https://deepgram.com/pricing'
  assert.throws(() => parseListPrices(`${header}\n${line}\n`), /list-prices\.csv line 2: input_usd must be dollars/)
})

test('a price that its vendor has limited is left out after its last day', () => {
  const has = (today: string) => currentPrices(today).some(({ code }) => code === 'gemini-3.8-flash')
  assert.deepEqual([has('2026-12-31'), has('2027-01-01')], [true, false])
})
