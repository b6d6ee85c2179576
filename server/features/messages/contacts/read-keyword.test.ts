// Tests of hearing opt-outs: keywords in seven languages, decorations, plain requests, and what is none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { optOutLanguages } from './languages/index.ts'
import { plainWords } from './plain-words.ts'
import { readKeyword } from './read-keyword.ts'

const asks = (text: string, own: string[] = []) => readKeyword(text, own)?.asks
const keywords = Object.values(optOutLanguages).flatMap(({ stop }) => stop)
const courtesies = Object.values(optOutLanguages).flatMap((language) => language.courtesies)

describe('a keyword', () => {
  it('is heard with any quotes, punctuation, emoji, letters and courtesies', () => {
    const mark = fc.constantFrom(
      '"',
      '“',
      '”',
      '«',
      '»',
      "'",
      '!',
      '!!',
      '…',
      '.',
      '*',
      '_',
      '🛑',
      '👎🏽',
      '(',
      ')',
      ' ',
      '\n',
      '\u200b',
    )
    const marks = fc.array(mark, { maxLength: 3 }).map((parts) => parts.join(''))
    const letters = fc.constantFrom<(word: string) => string>(
      (word) => word,
      (word) => word.toUpperCase(),
      (word) => word.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
      (word) => word.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 97 + 0x1d41a)),
    )
    const courtesy = fc.option(fc.constantFrom(...courtesies), { nil: '' })
    fc.assert(
      fc.property(
        fc.constantFrom(...keywords),
        letters,
        courtesy,
        courtesy,
        marks,
        marks,
        (word, write, before, after, left, right) => {
          const text = `${before} ${left}${write(word)}${right} ${after}`
          assert.equal(asks(text), 'stop', text)
        },
      ),
      { numRuns: 500 },
    )
    for (const text of ['S.T.O.P', 's t o p', 'Stop stop STOP', 'STO\u00adP', 'Arrêt svp', 'désinscription'])
      assert.equal(asks(text), 'stop', text)
  })

  it('is none in a sentence with other words', () => {
    const word = fc.constantFrom(
      'bus',
      'Joe',
      'tomorrow',
      'order',
      'morgen',
      'música',
      'chez',
      'pizza',
      '7',
      'where',
      'by',
      'the',
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...keywords),
        word,
        fc.boolean(),
        fc.constantFrom(' ', ', ', '. '),
        (keyword, other, isFirst, between) => {
          const text = isFirst ? `${other}${between}${keyword}` : `${keyword}${between}${other}`
          assert.equal(asks(text), undefined, text)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('can be one of the account, also in other scripts', () => {
    const own = ['Keine Rosen mehr', 'إيقاف', '退订', 'СТОП']
    for (const text of ['keine rosen mehr!', '“إيقاف”', '退订。', 'стоп please'])
      assert.equal(asks(text, own), 'stop', text)
    for (const text of ['keine rosen mehr', 'стоп']) assert.equal(asks(text), undefined, text)
    assert.equal(asks('Es gibt keine Rosen mehr', own), undefined)
  })

  it('is a word for help in seven languages', () => {
    for (const text of ['Help!', '¿Ayuda?', 'Aide, svp', 'HILFE', 'Aiuto', 'ajuda por favor', 'hulp'])
      assert.equal(asks(text), 'help', text)
    for (const text of ['I need help with my order', 'Hilfe bei Bestellung 7', 'info'])
      assert.equal(asks(text), undefined, text)
  })

  it('tells its language, unless all languages use it', () => {
    assert.deepEqual(readKeyword('Abmelden!')?.languages, ['de'])
    assert.deepEqual(readKeyword('Stop contacting me')?.languages, ['en'])
    assert.deepEqual(readKeyword('Basta')?.languages, ['es', 'it'])
    for (const text of ['STOP', 'Stop, bitte', 'unsubscribe']) assert.deepEqual(readKeyword(text)?.languages, [], text)
  })
})

const requests: Record<string, string[]> = {
  en: [
    'Stop sending me these ads.',
    'Do not contact us again, thank you',
    'Could you please stop bothering me',
    'I never signed up. Unsubscribe me from all your messages',
    'Delete my number from your system',
    'I no longer want to receive your offers',
    'quit messaging me!!',
  ],
  es: [
    'No me vuelvan a escribir, por favor',
    'Dejen de mandarme publicidad',
    'No deseo recibir sus ofertas',
    'Hola, quiero darme de baja de esta lista',
    'Elimíneme de su base de datos por favor',
    'No me mande más sms',
  ],
  fr: [
    'Cessez de me contacter',
    'Je ne souhaite plus recevoir vos offres',
    'Ne me contactez plus jamais !',
    'Désinscrivez-moi de vos newsletters',
    'Merci de ne plus m’envoyer de messages',
    'Supprimez mon numéro de vos fichiers',
  ],
  de: [
    'Schicken Sie mir bitte keine Werbung mehr',
    'Hört auf mich zu kontaktieren',
    'Ich will keine SMS mehr von Ihnen',
    'Löschen Sie mich aus Ihrem Verteiler!',
    'Kein Interesse, bitte nicht mehr schreiben',
    'Kontaktieren Sie mich nie wieder',
  ],
  it: [
    'Smettila di mandarmi messaggi',
    'Non contattatemi più',
    'Non desidero ricevere altre promozioni',
    'Toglietemi dalla vostra lista, grazie',
    'Basta messaggi',
    'Non mi scrivete mai più',
  ],
  pt: [
    'Parem de me enviar propaganda',
    'Não desejo mais receber mensagens',
    'Não me escrevam mais, obrigada',
    'Remova-me da sua lista',
    'Chega de mensagens',
    'Quero cancelar a inscrição',
  ],
  nl: [
    'Stop met appen',
    'Stuur mij geen reclame meer',
    'Verwijder mijn nummer uit uw bestand',
    'Ik wil niet meer benaderd worden',
  ],
}

const otherTexts = [
  'Stop by at five, please',
  'Don’t contact me before Monday',
  'Stop sending them to my old address',
  'Please unsubscribe my wife’s gym membership',
  'Take me off the waiting list',
  'Don’t message me, call me',
  'I want to stop my subscription to the magazine',
  'No quiero recibir el paquete hoy',
  'No me escriba a este correo sino al otro',
  'Ne m’écrivez pas demain',
  'Je veux plus de messages',
  'Arrêtez la commande',
  'Schreiben Sie mir nicht vor acht',
  'Ich möchte keine Rosen mehr',
  'Wo ist die Abmeldung?',
  'Non voglio altro zucchero',
  'Non mi scriva domani',
  'Não quero mais açúcar',
  'Pare o pedido 17',
  'Stop de bestelling',
  'cancel',
  'quit',
  'no',
  'Not interested',
  'Wrong number',
  'Bitte danke',
  `stop ${'texting me '.repeat(100)}`,
]

describe('a plain request', () => {
  it('is heard in seven languages', () => {
    for (const [language, texts] of Object.entries(requests))
      for (const text of texts) {
        const heard = readKeyword(text)
        assert.equal(heard?.asks, 'stop', text)
        assert.ok(heard.languages.includes(language), text)
      }
  })

  it('is none if it has a limit, or is about something else', () => {
    for (const text of otherTexts) assert.equal(asks(text), undefined, text)
  })
})

it('every word of the lists is written as it is compared', () => {
  for (const { stop, help, courtesies } of Object.values(optOutLanguages))
    for (const word of [...stop, ...help, ...courtesies]) assert.equal(plainWords(word), word)
})
