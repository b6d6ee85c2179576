// Tests of the detection of answering machines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { type AnswerVerdict, createAnsweringMachineDetector } from './answering-machine.ts'
import { unreachableKinds } from './languages/language.ts'

/** Speech from `fromMs` to `toMs` with its words at the end. */
interface Speech {
  fromMs: number
  toMs: number
  text?: string
}

function detectorAfter(speeches: readonly Speech[], language = 'en') {
  const detector = createAnsweringMachineDetector({ language })
  for (const { fromMs, toMs, text } of speeches) {
    detector.heard({ atMs: fromMs, kind: 'speechStart' })
    if (text) detector.heard({ atMs: toMs, kind: 'words', isFinal: true, text })
    detector.heard({ atMs: toMs, kind: 'speechEnd' })
  }
  return detector
}

const open = (kind: AnswerVerdict['kind']): AnswerVerdict => ({ kind, settled: false, greetingEnded: false })
const settled = (kind: AnswerVerdict['kind'], greetingEnded = false): AnswerVerdict => ({
  kind,
  settled: true,
  greetingEnded,
})

test('a short greeting and half a second of silence is a person', () => {
  const detector = detectorAfter([{ fromMs: 400, toMs: 1_200, text: 'Hello?' }])
  assert.deepEqual(detector.verdict(1_600), open('human'))
  assert.equal(detector.nextCheckMs(1_600), 1_700)
  assert.deepEqual(detector.verdict(1_700), settled('human'))
})

test('a company that asks how it can help is a person, also with a long greeting', () => {
  const text = 'Good morning, Smith and Sons plumbing, this is Maria speaking, how may I help you?'
  assert.deepEqual(detectorAfter([{ fromMs: 300, toMs: 4_800, text }]).verdict(5_300), settled('human'))
  const receptionist = 'Doctor Lee’s office, he is out, would you like to leave a message?'
  assert.deepEqual(detectorAfter([{ fromMs: 300, toMs: 4_800, text: receptionist }]).verdict(5_300), settled('human'))
})

/** Announcements by language. */
const announcements: Record<string, Partial<Record<AnswerVerdict['kind'], string[]>>> = {
  en: {
    voicemail: [
      'Hi, this is Bob. I can’t come to the phone right now, please leave a message after the tone.',
      'Your call has been forwarded to an automatic voice message system.',
      'The person you are calling is not available.',
    ],
    ivr: ['Thank you for calling. For sales, press 1.', 'Your call is important to us, please stay on the line.'],
    screening: [
      'Hi, if you record your name and reason for calling, I’ll see if this person is available.',
      'The person you are calling is using a screening service. Go ahead and say your name.',
    ],
    circuits_busy: ['All circuits are busy now. Please try your call again later.'],
    busy: ['The line is busy.'],
    no_answer: ['The party you are calling is not answering.'],
    mailbox_full: ['The mailbox is full and cannot accept any messages.'],
    calls_refused: ['The party you are trying to reach does not accept unidentified calls.'],
    number_unavailable: [
      'The number you have dialed is not in service.',
      'Your call cannot be completed as dialed. Please check the number and dial again.',
    ],
  },
  de: {
    voicemail: ['Hier ist die Mailbox von Anna. Bitte hinterlassen Sie eine Nachricht nach dem Ton.'],
    ivr: ['Willkommen. Für den Vertrieb drücken Sie die Eins.'],
    screening: ['Bitte nennen Sie Ihren Namen und den Grund Ihres Anrufs.'],
    busy: ['Der Anschluss ist besetzt.'],
    mailbox_full: ['Die Mailbox ist voll.'],
    number_unavailable: ['Kein Anschluss unter dieser Nummer.'],
  },
  fr: {
    voicemail: ['Bonjour, je ne suis pas là, laissez un message après le bip.'],
    ivr: ['Pour le service commercial, tapez 1.'],
    screening: ['Veuillez indiquer votre nom et la raison de votre appel.'],
    number_unavailable: ['Le numéro que vous avez composé n’est pas attribué.'],
  },
  es: {
    voicemail: ['En este momento no puedo atenderte, deja un mensaje después de la señal.'],
    ivr: ['Para ventas, pulse uno.'],
    screening: ['Diga su nombre y el motivo de su llamada.'],
    number_unavailable: ['El número marcado no existe.'],
  },
  it: {
    voicemail: ['Risponde la segreteria telefonica, lasciate un messaggio dopo il segnale acustico.'],
    ivr: ['Per assistenza, prema uno.'],
    screening: ['Dica il suo nome e il motivo della chiamata.'],
    number_unavailable: ['Il numero selezionato è inesistente.'],
  },
  pt: {
    voicemail: ['Não posso atender agora, deixe uma mensagem após o sinal.'],
    ivr: ['Para vendas, digite um.'],
    screening: ['Diga o seu nome e o motivo da chamada.'],
    number_unavailable: ['O número discado não existe.'],
  },
  nl: {
    voicemail: ['Dit is de voicemail van Anna, spreek een bericht in na de piep.'],
    ivr: ['Voor verkoop, toets 1.'],
    screening: ['Zeg uw naam en de reden van uw gesprek.'],
    number_unavailable: ['Dit nummer is niet in gebruik.'],
  },
  pl: { voicemail: ['Please leave a message after the tone.'] },
}

for (const [language, kinds] of Object.entries(announcements)) {
  test(`announcements are recognized by their words (${language})`, () => {
    for (const [kind, texts] of Object.entries(kinds)) {
      for (const text of texts) {
        const detector = detectorAfter([{ fromMs: 500, toMs: 4_500, text }], language)
        // The end of a greeting matters only for a message.
        const isUnreachable = (unreachableKinds as readonly string[]).includes(kind)
        const early = isUnreachable ? settled : open
        assert.deepEqual(detector.verdict(5_900), early(kind as AnswerVerdict['kind']), text)
        assert.deepEqual(detector.verdict(6_000), settled(kind as AnswerVerdict['kind'], true), text)
      }
    }
  })
}

test('a beep ends the greeting at once', () => {
  const detector = detectorAfter([{ fromMs: 500, toMs: 5_000, text: 'Leave a message.' }])
  assert.deepEqual(detector.verdict(5_200), open('voicemail'))
  detector.heard({ atMs: 5_200, kind: 'beep', toneMs: 140 })
  assert.deepEqual(detector.verdict(5_200), settled('voicemail', true))
})

test('a beep without words of a mailbox can be a vowel of a person', () => {
  const detector = detectorAfter([{ fromMs: 500, toMs: 2_900 }])
  detector.heard({ atMs: 2_900, kind: 'beep', toneMs: 140 })
  assert.deepEqual(detector.verdict(2_950), open('human'))
  assert.deepEqual(detector.verdict(3_400), settled('human'))
})

test('a person can speak about voicemail', () => {
  const texts = ['I left you a voicemail.', 'I will call you back.', 'He is not available.']
  for (const text of texts)
    assert.deepEqual(detectorAfter([{ fromMs: 300, toMs: 1_900, text }]).verdict(3_500), settled('human'), text)
})

const wordsOfPersons = [
  'My number has been forwarded to my mobile, go ahead.',
  'Yes, my office number has been forwarded to me, please go ahead.',
  'You can leave your name and number with me and I will pass it on.',
  'Leave your name and number with me.',
  'Just leave a message with me, I will see him tonight.',
  'He can’t come to the phone right now, this is his wife.',
  'She can’t come to the phone, what is it about?',
  'I’m afraid she is not available this afternoon.',
  'He is on another call right now.',
  'He is unavailable until Monday, who is calling?',
  'You have reached the right person.',
  'You have reached the right department, how can I help?',
  'You’ve reached Tom, go ahead.',
  'You’ve reached the kitchen, this is Maria speaking.',
  'I can’t take your call for long, but go ahead.',
  'I will get back to you tomorrow about the order.',
  'I will call you back in five minutes.',
  'Can I call you back in an hour? I am driving.',
  'My colleague is on the phone at the moment.',
  'The manager is not available, but I can help you.',
  'Did you leave a voicemail yesterday?',
  'I got your voicemail and wanted to hear from you.',
  'I do not listen to voicemail, so it is good that you call again.',
  'Would you like to leave a message?',
  'I can take a message if you want.',
  'He said that he would return your call on Friday.',
  'Her phone is switched off, but she will be back at noon.',
  'My other phone is turned off, so this number is better.',
  'My mailbox is full, that is why you could not leave anything.',
  'Sorry, he is not answering, he must be in the garden.',
]

test('a person can say the words of a mailbox, and waits for an answer', () => {
  for (const text of wordsOfPersons)
    for (const toMs of [2_400, 4_200]) {
      const { kind } = detectorAfter([{ fromMs: 300, toMs, text }]).verdict(toMs + 4_000)
      assert.ok(kind === 'human' || kind === 'uncertain', `${kind}: ${text}`)
    }
})

test('words that a person could say are those of a mailbox if it beeps', () => {
  for (const text of ['You have reached Bob and Ann.', 'I can’t take your call right now.']) {
    const detector = detectorAfter([{ fromMs: 300, toMs: 4_200, text }])
    assert.deepEqual(detector.verdict(5_700), settled('uncertain'), text)
    detector.heard({ atMs: 6_200, kind: 'beep', toneMs: 140 })
    assert.deepEqual(detector.verdict(6_200), settled('voicemail', true), text)
  }
})

test('the words of a network count although a person seemed to have answered', () => {
  const announcements: [string, AnswerVerdict['kind']][] = [
    ['The number you have called is not in use.', 'number_unavailable'],
    ['The person you are calling is not reachable at this time.', 'no_answer'],
    ['The mobile you are calling is switched off.', 'no_answer'],
    ['The subscriber is out of the coverage area.', 'no_answer'],
    ['The customer you are calling is currently unavailable.', 'no_answer'],
    ['The mailbox of the person you are calling is full. The mailbox is full.', 'mailbox_full'],
    ['The user you are trying to reach has a voicemail box that is not set up yet.', 'mailbox_full'],
    ['The number you are calling is busy.', 'busy'],
    ['Your call cannot be completed as dialed.', 'number_unavailable'],
    ['All circuits are busy now, please try again later.', 'circuits_busy'],
    ['The party you are trying to reach does not accept unidentified calls.', 'calls_refused'],
  ]
  for (const [text, kind] of announcements) {
    assert.equal(detectorAfter([{ fromMs: 400, toMs: 2_600, text }]).verdict(4_200).kind, kind, text)
    const corrected = detectorAfter([
      { fromMs: 300, toMs: 900, text: 'Hello.' },
      { fromMs: 2_500, toMs: 4_700, text },
    ])
    assert.equal(corrected.verdict(6_500).kind, kind, text)
  }
})

test('a person who has answered can speak about a busy line, but an announcement is longer', () => {
  const greeting = { fromMs: 300, toMs: 900, text: 'Hello?' }
  const person = detectorAfter([greeting, { fromMs: 4_000, toMs: 5_400, text: 'My other line is busy.' }])
  person.heard({ atMs: 7_000, kind: 'speechStart' })
  person.heard({ atMs: 10_000, kind: 'speechEnd' })
  person.heard({ atMs: 10_200, kind: 'words', text: 'So can you call me back in an hour or so', isFinal: true })
  assert.deepEqual(person.verdict(12_000), settled('human', false))
  const question = 'Why do you say that this number does not exist in your system?'
  const asking = detectorAfter([greeting, { fromMs: 4_000, toMs: 7_000, text: question }])
  assert.deepEqual(asking.verdict(9_000), settled('human', false))
  const announcement = 'The number you have dialed is not in service. Please check it.'
  const network = detectorAfter([greeting, { fromMs: 1_600, toMs: 5_000, text: announcement }])
  assert.deepEqual(network.verdict(5_000), settled('number_unavailable'))
})

test('noise on the line is no person', () => {
  const detector = detectorAfter([
    { fromMs: 20, toMs: 180 },
    { fromMs: 900, toMs: 1_000 },
  ])
  assert.deepEqual(detector.verdict(1_600), open('uncertain'))
  const greeting = 'Is on the phone. Please leave your message after the tone. When done, press the pound key.'
  detector.heard({ atMs: 2_000, kind: 'speechStart' })
  detector.heard({ atMs: 8_000, kind: 'speechEnd' })
  detector.heard({ atMs: 8_300, kind: 'words', text: greeting, isFinal: true })
  detector.heard({ atMs: 8_400, kind: 'beep', toneMs: 140 })
  assert.deepEqual(detector.verdict(8_400), settled('voicemail', true))
})

test('a mailbox whose greeting sounds like a person is corrected by its words and its beep', () => {
  const detector = detectorAfter([{ fromMs: 300, toMs: 1_200, text: 'Hi, this is Bob.' }])
  assert.deepEqual(detector.verdict(1_800), settled('human'))
  detector.heard({ atMs: 2_000, kind: 'speechStart' })
  detector.heard({ atMs: 4_000, kind: 'speechEnd' })
  detector.heard({ atMs: 4_200, kind: 'words', text: 'Leave a message.', isFinal: true })
  assert.deepEqual(detector.verdict(4_200), settled('human'))
  detector.heard({ atMs: 4_800, kind: 'beep', toneMs: 140 })
  assert.deepEqual(detector.verdict(4_800), settled('voicemail', true))
})

test('words that can still change decide nothing', () => {
  const detector = detectorAfter([{ fromMs: 500, toMs: 2_000 }])
  detector.heard({ atMs: 2_000, kind: 'words', text: 'At the tone', isFinal: false })
  detector.heard({ atMs: 2_100, kind: 'beep', toneMs: 140 })
  assert.equal(detector.verdict(2_400).settled, false)
  detector.heard({ atMs: 2_500, kind: 'words', text: 'At the tone, please say your name.', isFinal: true })
  assert.deepEqual(detector.verdict(2_500), settled('screening', true))
})

test('an announcement that is repeated without a pause ends the wait after seven seconds', () => {
  const detector = createAnsweringMachineDetector({ language: 'en' })
  detector.heard({ atMs: 300, kind: 'speechStart' })
  detector.heard({ atMs: 3_000, kind: 'words', text: 'The number you have dialed', isFinal: false })
  assert.deepEqual(detector.verdict(6_900), open('number_unavailable'))
  assert.equal(detector.nextCheckMs(6_900), 7_000)
  assert.deepEqual(detector.verdict(7_000), settled('number_unavailable'))
})

test('a person can speak for long', () => {
  const detector = detectorAfter([{ fromMs: 500, toMs: 7_500, text: 'Blue green red.' }])
  detector.heard({ atMs: 7_500, kind: 'beep', toneMs: 140 })
  assert.deepEqual(detector.verdict(9_000), settled('uncertain'))
})

test('a long beep needs no known words', () => {
  const detector = detectorAfter([{ fromMs: 300, toMs: 1_000, text: 'Anna Baker.' }])
  detector.heard({ atMs: 1_700, kind: 'beep', toneMs: 400 })
  assert.deepEqual(detector.verdict(1_700), settled('voicemail', true))
})

test('a hum is no beep', () => {
  const detector = detectorAfter([{ fromMs: 300, toMs: 1_000, text: 'Hello?' }])
  detector.heard({ atMs: 3_000, kind: 'beep', toneMs: 1_800 })
  assert.deepEqual(detector.verdict(3_000), settled('human'))
})

test('neither short nor long speech without known words is uncertain', () => {
  const detector = detectorAfter([{ fromMs: 500, toMs: 4_500, text: 'Blue green red.' }])
  assert.deepEqual(detector.verdict(6_000), settled('uncertain'))
})

test('silence is uncertain after ten seconds, and nothing takes longer than twenty', () => {
  const silent = createAnsweringMachineDetector({ language: 'en' })
  assert.equal(silent.nextCheckMs(0), 10_000)
  assert.deepEqual(silent.verdict(9_999), open('uncertain'))
  assert.deepEqual(silent.verdict(10_000), settled('uncertain'))
  const endless = createAnsweringMachineDetector({ language: 'en' })
  endless.heard({ atMs: 100, kind: 'speechStart' })
  assert.deepEqual(endless.verdict(20_000), settled('uncertain'))
})

test('a mailbox that was taken for a person is corrected', () => {
  const detector = detectorAfter([{ fromMs: 300, toMs: 700, text: 'Hi.' }])
  assert.deepEqual(detector.verdict(1_300), settled('human'))
  detector.heard({ atMs: 1_400, kind: 'speechStart' })
  detector.heard({ atMs: 4_000, kind: 'words', isFinal: true, text: 'I can call you back later.' })
  assert.deepEqual(detector.verdict(4_000), settled('human'))
  detector.heard({ atMs: 5_000, kind: 'words', isFinal: true, text: 'Please leave a message after the tone.' })
  assert.equal(detector.verdict(5_000).kind, 'voicemail')
})

test('the verdict of the carrier counts as long as no words contradict it', () => {
  const human = detectorAfter([])
  human.carrierSays('human', 1_000)
  assert.deepEqual(human.verdict(1_000), settled('human'))
  const screened = detectorAfter([{ fromMs: 300, toMs: 3_300, text: 'Please state your name.' }])
  screened.carrierSays('human', 3_300)
  assert.deepEqual(screened.verdict(4_800), settled('screening', true))
  const machine = detectorAfter([{ fromMs: 300, toMs: 1_000 }])
  machine.carrierSays('machine', 1_600)
  assert.deepEqual(machine.verdict(1_600), open('voicemail'))
  machine.carrierSays('machine-greeting-ended', 1_700)
  assert.deepEqual(machine.verdict(2_480), open('voicemail'))
  assert.deepEqual(machine.verdict(2_500), settled('voicemail', true))
  const fax = detectorAfter([])
  fax.carrierSays('fax', 1_000)
  assert.deepEqual(fax.verdict(1_000), settled('fax'))
  const unknown = detectorAfter([])
  unknown.carrierSays('unknown', 1_000)
  assert.deepEqual(unknown.verdict(1_000), open('uncertain'))
})

test('the result does not depend on how often it is read, and comes within twenty seconds', () => {
  const speeches = fc.array(fc.tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 9_000 })), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(speeches, (gaps) => {
      let atMs = 0
      const seldom = createAnsweringMachineDetector({ language: 'en' })
      const often = createAnsweringMachineDetector({ language: 'en' })
      const readUntil = (endMs: number): void => {
        for (let next = often.nextCheckMs(atMs); next !== undefined && next < endMs; next = often.nextCheckMs(next))
          often.verdict(next)
        atMs = endMs
      }
      for (const [pauseMs, speechMs] of gaps) {
        readUntil(atMs + pauseMs)
        for (const one of [seldom, often]) one.heard({ atMs, kind: 'speechStart' })
        readUntil(atMs + speechMs)
        for (const one of [seldom, often]) one.heard({ atMs, kind: 'speechEnd' })
      }
      readUntil(Math.max(20_000, atMs))
      assert.deepEqual(often.verdict(atMs), seldom.verdict(atMs))
      assert.ok(seldom.verdict(atMs).settled)
    }),
  )
})

test('long texts take time proportional to their length', () =>
  assertProportional((length) => {
    const detector = createAnsweringMachineDetector({ language: 'de' })
    detector.heard({ atMs: 1, kind: 'words', isFinal: true, text: 'leave a '.repeat(length / 8) })
  }, 100_000))
