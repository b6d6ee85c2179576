// Tests what the offline model takes from instructions: who it is, and what it may tell customers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCost } from '#testing/measure/processor-time.ts'
import { readInstructions } from './instructions.ts'
import type { Language } from './phrases/index.ts'

const known = (prompt: string, language: Language = 'en') =>
  readInstructions(prompt, language)
    .known.map(({ text }) => text.replace(/\n+/g, '\n'))
    .join('\n')

describe('the instructions of an assistant', () => {
  const sentences: [language: Language, prompt: string, known: string][] = [
    [
      'en',
      'You are Mia, the friendly and helpful assistant of Fjord Bikes.',
      'I am Mia, the assistant of Fjord Bikes.',
    ],
    ['en', 'Be polite. Keep your answers short. We sell bikes. Never give discounts.', 'We sell bikes.'],
    ['en', 'Tell customers that we close at noon.', 'We close at noon.'],
    ['en', 'For emergencies, tell people to call 555-0148.', 'For emergencies, call 555-0148.'],
    ['en', 'If someone asks about parking, say that they can park behind the house.', 'You can park behind the house.'],
    ['en', 'If the caller wants to complain, ask for their name.', ''],
    ['en', '# Rules\nWe never lie.\n# Hours\n9 to 5', '## Hours\n9 to 5'],
    ['en', 'OPENING HOURS\nMonday: closed', '## Opening hours\nMonday: closed'],
    ['en', 'Talk like a pirate\nBeds cost 30 dollars.', 'Beds cost 30 dollars.'],
    [
      'de',
      'Sie sind Clara, die freundliche Assistentin der Praxis. Bleiben Sie höflich.',
      'Ich bin Clara, die Assistentin der Praxis.',
    ],
    ['de', 'Du bist Jan. Antworte kurz. Wir öffnen um 9.', 'Ich bin Jan. Wir öffnen um 9.'],
    [
      'fr',
      'Vous êtes Camille, l’assistante du garage. Soyez brève. Si on vous demande les prix, dites qu’ils sont affichés.',
      'Je suis Camille, l’assistante du garage.\nIls sont affichés.',
    ],
    [
      'es',
      'Eres Lucía, la asistente de la tienda. Sé amable. Abrimos a las 9.',
      'Soy Lucía, la asistente de la tienda. Abrimos a las 9.',
    ],
    [
      'it',
      'Sei Marta, l’assistente del negozio. Rispondi in breve. Apriamo alle 9.',
      'Sono Marta, l’assistente del negozio. Apriamo alle 9.',
    ],
    [
      'pt',
      'Você é Rita, a assistente da loja. Seja simpática. Abrimos às 9.',
      'Sou Rita, a assistente da loja. Abrimos às 9.',
    ],
  ]
  for (const [language, prompt, expected] of sentences)
    it(`of “${prompt.replaceAll('\n', ' / ')}”`, () => assert.equal(known(prompt, language).trim(), expected))

  const secrets: [language: Language, prompt: string][] = [
    ['en', 'Your manager is Tom and his mobile is 07700 900123, only for emergencies, don’t give it out.'],
    ['en', 'We lost our licence last year, keep that confidential.'],
    ['en', 'Internal: alarm code is 4711.'],
    ['en', 'The code of the door is 4711. Do not share it.'],
    ['en', 'The owner is ill; this must not be mentioned.'],
    ['en', '**Note:** the margin is 40 %. Haggling is fine.'],
    ['de', 'Bitte erwähne nie, dass wir umziehen.'],
    ['de', '(Preise nicht am Telefon diskutieren, nur nennen wenn gefragt)'],
    ['de', 'Wichtig: Der Chef ist verreist.'],
    ['de', 'Der Umzug ist vertraulich.'],
    ['fr', 'Le code est 4711, ne le donnez à personne.'],
    ['es', 'El código es 4711, no lo digas nunca.'],
    ['it', 'Il codice è 4711, non lo dire a nessuno.'],
    ['pt', 'O código é 4711, não o diga a ninguém.'],
  ]
  for (const [language, prompt] of secrets)
    it(`never say “${prompt}”`, () => assert.equal(known(prompt, language).trim(), ''))

  it('say what is only similar to a secret', () => {
    const open = ['We do not give refunds.', 'Please bring a private towel.', 'We never share your data.']
    for (const prompt of open) assert.equal(known(prompt).trim(), prompt)
  })

  it('lack the rules of Parley and what supervisors whisper', () => {
    const prompt = [
      'We sell bikes.',
      'You are speaking with the customer on the phone. Everything that you write is spoken by a voice.\nAsk one question.',
      'It is now Sunday, 2026-11-29, 14:05 in the time zone Europe/Oslo (UTC+01:00).',
      'During the call, your supervisor has given you these instructions, which the customer does not hear.\n- Offer 10 %.\n\nToday only.',
    ].join('\n\n')
    assert.equal(known(prompt).trim(), 'We sell bikes.')
  })

  it('give the assistant its name', () => {
    const names = ['You are Mia, the assistant.', 'Your name is Mia.', 'You are an assistant called Mia.']
    for (const prompt of names) assert.equal(readInstructions(prompt, 'en').name, 'Mia', prompt)
    assert.equal(readInstructions('You are the assistant of Mia.', 'en').name, undefined)
  })

  it('are read in bounded time, whatever they contain', async () => {
    const parts = ['\n\n# ', 'If someone asks ', ', ', '"x ', 'You are kind and ', '- a: ', 'z'.repeat(80)]
    for (const part of parts)
      await assertCost(500, () => readInstructions(part.repeat(100_000 / part.length), 'en'), part)
  })
})
