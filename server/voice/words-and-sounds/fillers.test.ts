// Tests of the choice of filler words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { bridgePhrases, chooseFiller, defaultFillers, type FillerCategory, phrasesOf } from './fillers.ts'

const customerWords: Record<string, Record<FillerCategory, string[]>> = {
  en: {
    positive: ['That sounds great, thank you.', 'Perfect.', 'I love it.'],
    negative: [
      'My heater is broken.',
      'It does not work, what can I do?',
      "I'm not happy with this.",
      'I want a refund.',
    ],
    question: ['What time do you open?', 'Do you have a table?', 'how much is it'],
    neutral: ['My name is Bob.', 'No problem.', 'A table for four.'],
  },
  de: {
    positive: ['Das freut mich.', 'Super, vielen Dank!'],
    negative: ['Meine Heizung ist kaputt.', 'Das funktioniert nicht.', 'Ich bin nicht zufrieden.'],
    question: ['Wann haben Sie geöffnet?', 'wie viel kostet das'],
    neutral: ['Mein Name ist Anna.', 'Kein Problem.'],
  },
  fr: {
    positive: ['C’est parfait, merci.'],
    negative: ['Ma chaudière est en panne.', 'Je suis déçu.'],
    question: ['Quand êtes-vous ouverts ?'],
    neutral: ['Je m’appelle Anne.', 'Aucun problème.'],
  },
  es: {
    positive: ['Perfecto, gracias.'],
    negative: ['Mi pedido nunca llegó.', 'La calefacción no funciona.'],
    question: ['¿Cuándo abren?'],
    neutral: ['Me llamo Ana.', 'Ningún problema.'],
  },
  it: {
    positive: ['Ottimo, grazie.'],
    negative: ['La caldaia è un guasto, purtroppo.', 'Il telefono non funziona.'],
    question: ['A che ora aprite?'],
    neutral: ['Mi chiamo Anna.', 'Nessun problema.'],
  },
  pt: {
    positive: ['Ótimo, obrigado.'],
    negative: ['O aparelho não funciona.', 'Quero um reembolso.'],
    question: ['Quando abrem?'],
    neutral: ['O meu nome é Ana.', 'Nenhum problema.'],
  },
  nl: {
    positive: ['Geweldig, bedankt.'],
    negative: ['De ketel is kapot.', 'Het werkt niet.'],
    question: ['Wanneer bent u open?'],
    neutral: ['Mijn naam is Anna.', 'Geen probleem.'],
  },
  pl: { positive: [], negative: [], question: ['O której otwieracie?'], neutral: ['Mam na imię Anna.'] },
}

for (const [language, texts] of Object.entries(customerWords)) {
  test(`the filler matches what the customer said (${language})`, () => {
    for (const [category, examples] of Object.entries(texts)) {
      for (const text of examples) {
        const filler = chooseFiller({ text, language, config: undefined, previous: undefined })!
        assert.ok(defaultFillers(language)[category as FillerCategory].includes(filler), `${text} → ${filler}`)
      }
    }
  })
}

test('the words of the account replace those of the language', () => {
  const config = { neutral: ['Righto.'], negative: [] }
  const request = { language: 'en', config, previous: undefined }
  assert.equal(chooseFiller({ ...request, text: 'My name is Bob.' }), 'Righto.')
  assert.equal(chooseFiller({ ...request, text: 'It is broken.' }), undefined)
  assert.ok(defaultFillers('en').question.includes(chooseFiller({ ...request, text: 'When?' })!))
})

test('the previous filler is not repeated, and all of them are used', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 5 }), fc.nat(200), (words, length) => {
      const neutral = [...new Set(words)]
      const used = new Set<string>()
      let previous: string | undefined
      for (let turn = 0; turn < neutral.length * 2; turn++) {
        const filler = chooseFiller({ text: 'x'.repeat(length), language: 'en', config: { neutral }, previous })
        if (neutral.length === 1 && turn > 0) return assert.equal(filler, undefined)
        assert.ok(filler !== undefined && filler !== previous)
        used.add(filler)
        previous = filler
      }
      assert.equal(used.size, neutral.length)
    }),
  )
})

test('seven languages have phrases of their own, and others use English', () => {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
  assert.equal(new Set(languages.map((language) => JSON.stringify(phrasesOf(language).apology))).size, 7)
  for (const language of languages) {
    const { bridges, patience, apology, stillThere, silenceGoodbye } = phrasesOf(language)
    for (const phrase of [...bridges, ...patience, apology, stillThere, silenceGoodbye]) assert.match(phrase, /[.?]$/)
  }
  assert.deepEqual(bridgePhrases('xx'), bridgePhrases('en'))
  assert.deepEqual(bridgePhrases('constructor'), bridgePhrases('en'))
})

test('long texts take time proportional to their length', () =>
  assertProportional((length) => {
    chooseFiller({ text: 'not bad '.repeat(length / 8), language: 'en', config: undefined, previous: undefined })
  }, 100_000))
