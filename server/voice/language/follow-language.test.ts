// Tests of the rule by which an assistant follows the language of the customer.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { followLanguage } from './follow-language.ts'
import { createSpokenLanguage } from './spoken-language.ts'

const languages = ['en', 'es', 'fr', 'de'] as const
const heard = fc.array(fc.option(fc.constantFrom(...languages), { nil: undefined }), { maxLength: 30 })
const followed = fc.subarray([...languages])
const follow = (spoken: readonly (string | undefined)[], others: readonly string[]) =>
  followLanguage(
    spoken.map((language) => ({ language, fits: [] })),
    { language: 'en', follows: (language) => others.includes(language) },
  )

describe('the language in which the assistant speaks', () => {
  it('is that of the last two utterances in one language that it follows, whatever is said in between', () => {
    fc.assert(
      fc.property(heard, followed, (spoken, others) => {
        const known = spoken.filter((language) => language !== undefined)
        const pairs = known.filter((language, index) => language === known[index - 1])
        const expected = pairs.findLast((language) => language === 'en' || others.includes(language)) ?? 'en'
        assert.equal(follow(spoken, others).current, expected)
      }),
    )
  })

  it('does not depend on utterances whose language is not known', () => {
    fc.assert(
      fc.property(heard, followed, (spoken, others) => {
        const known = spoken.filter((language) => language !== undefined)
        assert.deepEqual(follow(spoken, others), follow(known, others))
      }),
    )
  })

  it('is expected to change after one utterance, and others are remembered', () => {
    assert.equal(follow(['es'], ['es']).expected, 'es')
    assert.equal(follow(['es'], []).expected, undefined)
    assert.deepEqual([...follow(['es', 'es', 'fr', 'fr', 'fr'], ['fr']).others], ['es'])
  })
})

describe('the language of a call', () => {
  const words = ['Quería hacer una reserva para mañana', 'Somos cuatro personas, por favor']
  const said = (...texts: string[]) => texts.map((content, id) => ({ id, role: 'user' as const, content }))

  function start(others: readonly string[]) {
    const events: string[] = []
    const listener = {
      languageFollowed: (from: string, to: string) => events.push(`${from} → ${to}`),
      languageNoticed: (language: string) => events.push(language),
    }
    const spoken = createSpokenLanguage({ language: 'en', others })
    return {
      events,
      spoken,
      answering: (history: ReturnType<typeof said>, unrecorded?: string) =>
        spoken.answering({ history, unrecorded }, listener),
    }
  }

  it('is that of an answer which is prepared before its turn is complete, and changes only with the turn', () => {
    const call = start(['es'])
    assert.equal(call.answering(said(words[0]!)).current, 'en')
    assert.equal(call.answering(said(words[0]!), words[1]).current, 'es')
    assert.deepEqual([call.spoken.current(), call.spoken.hasChanged(), call.events], ['en', false, []])
    assert.equal(call.answering(said(words[0]!, 'I would like a table')).current, 'en')
    assert.deepEqual([call.spoken.current(), call.events], ['en', []])
    assert.equal(call.answering(said(...words)).current, 'es')
    assert.deepEqual([call.spoken.current(), call.events], ['es', ['en → es']])
  })

  it('does not change if the customer still speaks that of the assistant, however briefly', () => {
    const call = start(['es', 'ru'])
    call.answering(said('Quería una mesa', 'Yes, please.', 'Quería una mesa'))
    assert.equal(call.spoken.current(), 'en')

    const reporting = start(['es'])
    reporting.spoken.reported('Margherita.', 'en')
    reporting.spoken.reported('Agua con gas, por favor.', 'en')
    reporting.answering(said('Quería una mesa', 'Margherita.', 'Quería una mesa', 'Agua con gas, por favor.'))
    assert.equal(reporting.spoken.current(), 'en')

    const followed = start(['es'])
    followed.answering(said(...words, 'I would like a table', 'Sí, gracias.', 'I would like a table', 'No.'))
    assert.equal(followed.spoken.current(), 'es')
  })

  it('changes although words in between can be of both languages', () => {
    const call = start(['es'])
    call.answering(said(words[0]!, 'No.', words[1]!))
    assert.equal(call.spoken.current(), 'es')
  })

  it('returns to that of an assistant with another alphabet', () => {
    const spoken = createSpokenLanguage({ language: 'ru', others: ['en'] })
    const listener = { languageFollowed() {}, languageNoticed() {} }
    const [english, russian] = ['I would like to book a table', 'Здравствуйте, я хотел бы записаться']
    spoken.said(said(english, 'Да.', english), listener)
    assert.equal(spoken.current(), 'ru')
    spoken.said(said(english, english), listener)
    assert.equal(spoken.current(), 'en')
    spoken.said(said(english, english, russian, russian), listener)
    assert.equal(spoken.current(), 'ru')
  })

  it('counts words that become known later, and events of the call never', () => {
    const call = start(['es'])
    call.answering(said('', words[1]!, '[La llamada de un cliente que no habla]'))
    assert.equal(call.spoken.current(), 'en')
    call.answering(said('Quería', words[1]!))
    assert.equal(call.spoken.current(), 'en')
    call.answering(said(...words))
    assert.equal(call.spoken.current(), 'es')
  })

  it('is noticed once if the assistant does not speak it', () => {
    const call = start([])
    call.answering(said(...words))
    call.answering(said(...words, ...words))
    assert.deepEqual(call.events, ['es'])
  })

  it('is what the vendor reports for most words of an utterance, unless other words contradict it', () => {
    const call = start(['pl', 'es'])
    const polish = ['Chciałbym zarezerwować stolik', 'na jutro o ósmej']
    for (const text of polish) call.spoken.reported(text, 'pl')
    call.answering(said(...polish))
    assert.equal(call.spoken.current(), 'pl')

    const other = start(['es'])
    const english = ['I would like the Calle de la Luna', 'It is the one on Calle Mayor']
    for (const text of english) other.spoken.reported(text, 'es')
    other.answering(said(...english))
    assert.equal(other.spoken.current(), 'en')
  })

  it('is not known from an address that the vendor takes for another language', () => {
    const call = start(['es'])
    const addresses = ['Avenida de los Reyes', 'Calle de la Luna']
    for (const text of addresses) call.spoken.reported(text, 'es')
    call.answering(said(...addresses))
    assert.deepEqual([call.spoken.current(), call.events], ['en', []])
  })
})
