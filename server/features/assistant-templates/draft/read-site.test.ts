// Tests of what the pages of a website say about a business.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PreviewedPage } from '#server/features/knowledge/index.ts'
import { readSite } from './read-site.ts'

const page = (fields: Partial<PreviewedPage>): PreviewedPage => ({
  ...{ url: 'https://example.com/', title: null, description: null, business: null, language: null, text: '' },
  ...fields,
})

const addresses = [
  ['https://www.baeckerei-mueller.de/', 'Brot und Kuchen | Bäckerei Müller', 'Bäckerei Müller'],
  ['https://backerei-muller.example/', 'Brot und Kuchen | Bäckerei Müller', 'Bäckerei Müller'],
  ['https://bäckerei.example/', 'Brot und Kuchen | Bäckerei', 'Bäckerei'],
  ['https://strassencafe.example/', 'Frühstück – Straßencafé', 'Straßencafé'],
  ['https://example.com/', 'Startseite | Bäckerei Müller', 'Bäckerei Müller'],
] as const
for (const [url, title, name] of addresses)
  it(`the name in the title “${title}” of ${url} is ${name}`, () => {
    assert.equal(readSite([page({ url, title })], 'de').businessName, name)
  })

const hours = [
  ['en', [5], 'We are open Saturday from 8:00 to 14:00.'],
  ['en', [0, 1, 2], 'We are open Monday to Wednesday from 8:00 to 14:00.'],
  ['de', [5], 'Wir haben samstags von 8:00 bis 14:00 Uhr geöffnet.'],
  ['de', [0, 2], 'Wir haben montags und mittwochs von 8:00 bis 14:00 Uhr geöffnet.'],
  ['de', [0, 1, 2], 'Wir haben Montag bis Mittwoch von 8:00 bis 14:00 Uhr geöffnet.'],
  ['fr', [5], 'Nous sommes ouverts le samedi de 8:00 à 14:00.'],
  ['fr', [0, 2], 'Nous sommes ouverts le lundi et le mercredi de 8:00 à 14:00.'],
  ['fr', [0, 1, 2], 'Nous sommes ouverts du lundi au mercredi de 8:00 à 14:00.'],
] as const
for (const [language, days, sentence] of hours)
  it(`opening hours become a sentence: ${sentence}`, () => {
    const opening = { days: [...days], opens: '08:00', closes: '14:00' }
    const business = { name: 'Anker', phone: null, address: null, hours: [opening] }
    assert.deepEqual(readSite([page({ business })], language).facts, [sentence])
  })
