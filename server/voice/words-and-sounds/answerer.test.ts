// Tests of what answered a call, from the verdict and the words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Answerer, answererOf } from './answerer.ts'

type Verdict = Parameters<typeof answererOf>[0]

/** Lines of the assistant begin with `>`. */
function answerer(verdict: Verdict, lines: readonly string[], language = 'en'): Answerer {
  const transcript = lines.map((line) =>
    line.startsWith('> ')
      ? { speaker: 'assistant' as const, text: line.slice(2) }
      : { speaker: 'customer' as const, text: line },
  )
  return answererOf(verdict, transcript, language)
}

const prompt = "Hi, if you record your name and reason for calling, I'll see if this person is available."
const menu = 'For sales, press 1. For support, press 2.'
const reply = '> This is Ada.'

describe('a person', () => {
  it('answers, with words or without', () => {
    assert.equal(answerer('human', ['Hello?', reply, 'What is it about?']), 'person')
    assert.equal(answerer('human', []), 'person')
    assert.equal(answerer('human', ['[not transcribed]']), 'person')
  })

  it('is put through by a screening service, and greets or talks', () => {
    assert.equal(answerer('screening', [prompt, reply, 'Hello?']), 'person')
    assert.equal(answerer('screening', [prompt, reply, 'Thanks. Please stay on the line.', 'Hi, Anna here.']), 'person')
    const talk = ['Miller.', '> Good day, it is about your cake.', 'I did not order a cake.']
    assert.equal(answerer('screening', [prompt, reply, ...talk]), 'person')
  })

  it('speaks after a menu, with or without words of the assistant', () => {
    assert.equal(answerer('ivr', [menu, 'Hello, Maria speaking.']), 'person')
    const receptionist = 'Thank you for calling Smith and Sons, this is Maria.'
    const talk = [receptionist, reply, 'What does she want?', '> To order.', 'She can order now.']
    assert.equal(answerer('ivr', [menu, reply, ...talk]), 'person')
  })

  it('can speak about voicemail, keys and names', () => {
    const talk = [
      'Hello?',
      reply,
      'Which Ada do you mean?',
      '> Of the bakery.',
      'I will call you back, press 1 for sure.',
    ]
    assert.equal(answerer('human', talk), 'person')
    assert.equal(answerer('human', ['Hello?', reply, 'Could you say your name again?']), 'person')
    assert.equal(answerer('human', ['Hello?', reply, 'Is this an answering machine?']), 'person')
  })

  it('needs a conversation if the beginning did not sound like one', () => {
    assert.equal(answerer('uncertain', ['Blue green red and so on.']), 'unknown')
    assert.equal(answerer('uncertain', ['Blue green red and so on.', reply, 'Who is Ada?']), 'person')
    assert.equal(answerer(undefined, []), 'unknown')
  })
})

describe('a machine', () => {
  it('is what the verdict says, whatever is heard later', () => {
    const talk = ['Hello?', reply, 'What is it about?', reply, 'Tell me.']
    assert.equal(answerer('voicemail', talk), 'voicemail')
    assert.equal(answerer('mailbox_full', talk), 'voicemail')
    assert.equal(answerer('fax', talk), 'fax')
    assert.equal(answerer('circuits_busy', talk), 'announcement')
    assert.equal(answerer('number_unavailable', talk), 'announcement')
  })

  it('is a screening service that declines, asks on, or ends', () => {
    const declines = 'Sorry, this person is not available right now. Goodbye.'
    assert.equal(answerer('screening', [prompt, reply, 'Thanks. Please stay on the line.', declines]), 'screening')
    assert.equal(answerer('screening', [prompt]), 'screening')
    const asks = ['Could you repeat what you said?', reply, 'Please remove this number from your mailing list.']
    assert.equal(answerer('screening', [prompt, reply, ...asks]), 'screening')
    assert.equal(answerer('screening', ['Hi, please state', 'your name.', reply, 'Okay.']), 'screening')
  })

  it('is a screening service or a menu that sounded like a person at first', () => {
    assert.equal(answerer('human', ['Hi.', prompt, reply, 'Thank you.']), 'screening')
    assert.equal(answerer('human', ['Hello and welcome to Acme.', menu]), 'menu')
  })

  it('is the mailbox behind a screening service or a menu', () => {
    const greeting = 'Please leave a message after the tone.'
    assert.equal(answerer('screening', [prompt, reply, greeting, '> Hello.', 'To send it, press 1.']), 'voicemail')
    assert.equal(answerer('ivr', [menu, greeting]), 'voicemail')
  })

  it('may sound like a person who gives no answer, which is not known', () => {
    assert.equal(answerer('human', ['Hi, this is Bob.', 'I am not available, leave a message.']), 'unknown')
  })

  it('announces late that the number cannot be reached', () => {
    assert.equal(answerer('uncertain', ['The number you have dialed is not in service.']), 'announcement')
  })
})

describe('other languages', () => {
  const examples: Record<string, { prompt: string; waits: string; person: string }> = {
    de: {
      prompt: 'Bitte nennen Sie Ihren Namen und den Grund Ihres Anrufs.',
      waits: 'Einen Moment bitte, ich verbinde Sie.',
      person: 'Hallo?',
    },
    fr: { prompt: 'Veuillez indiquer votre nom et la raison de votre appel.', waits: 'Un instant.', person: 'Allô ?' },
    es: { prompt: 'Diga su nombre y el motivo de su llamada.', waits: 'Un momento.', person: '¿Dígame?' },
    it: { prompt: 'Dica il suo nome e il motivo della chiamata.', waits: 'Un attimo.', person: 'Pronto?' },
    pt: { prompt: 'Diga o seu nome e o motivo da chamada.', waits: 'Um momento.', person: 'Alô?' },
    nl: { prompt: 'Zeg uw naam en de reden van uw gesprek.', waits: 'Een ogenblik geduld.', person: 'Hallo?' },
  }
  for (const [language, { prompt: asked, waits, person }] of Object.entries(examples)) {
    it(`have services that put a person through (${language})`, () => {
      assert.equal(answerer('screening', [asked, reply, waits], language), 'screening')
      assert.equal(answerer('screening', [asked, reply, waits, person], language), 'person')
    })
  }
})

it('no order of announcements is a person', () => {
  const announcements = [
    prompt,
    menu,
    'Thanks. Please stay on the line.',
    'Okay, one moment.',
    'Your call is important to us.',
    'The person you are calling is not available.',
    'Please leave a message after the tone.',
    'All circuits are busy now.',
    'Thank you for calling, please hold.',
    'Goodbye. Please call again later.',
  ]
  const verdicts: Verdict[] = ['voicemail', 'ivr', 'screening', 'uncertain', 'busy', 'fax', undefined]
  const lines = fc.array(fc.constantFrom(...announcements, reply), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...verdicts), lines, (verdict, texts) => {
      assert.notEqual(answerer(verdict, texts), 'person')
    }),
  )
})
