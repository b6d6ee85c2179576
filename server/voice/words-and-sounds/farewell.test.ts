// Tests of the words that end a conversation.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isFarewell } from './farewell.ts'

const farewells: Record<string, readonly string[]> = {
  en: [
    'Bye.',
    'Great, thanks a lot. Bye bye!',
    'You can hang up now.',
    // As a recognizer has understood "Bye bye."
    'I have all that I wanted by-by.',
    'okay that was everything thank you goodbye',
    'Goodbye, Mrs. Brown.',
    'Take care, and thank you so much.',
    "You're welcome. Have a great day!",
    'Before I forget: thanks. See you tomorrow.',
  ],
  de: ['Nein danke, das war alles. Tschüss!', 'Auf Wiederhören, Herr Müller.', 'Schönen Tag noch.', 'danke tschüss'],
  fr: ['Merci, au revoir.', 'Bonne journée à vous !', 'Très bien. À bientôt.'],
  es: ['Muchas gracias, adiós.', 'Hasta luego, que le vaya bien.'],
  it: ['Grazie, arrivederci.', 'Buona giornata anche a lei.', 'Ciao ciao.'],
  pt: ['Obrigado, tchau.', 'Até logo, tenha um bom dia.'],
  nl: ['Bedankt, tot ziens.', 'Fijne dag verder!', 'Oké, doei.'],
  ja: ['Bye bye.', 'ありがとうございました。失礼します。'],
  zh: ['好的，再见！'],
  pl: ['Dziękuję bardzo, do widzenia.'],
  ru: ['Спасибо, до свидания!'],
  tr: ['Teşekkürler, iyi günler.'],
  ar: ['شكرا، مع السلامة'],
  el: ['Ευχαριστώ, αντίο.'],
}
const others: Record<string, readonly string[]> = {
  en: [
    'I want to say goodbye to my old contract.',
    'Before we say goodbye, one question.',
    'Bye? Are you still there?',
    'Goodbye, oh wait, I have a question.',
    'We do not sell the album Goodbye Yellow Brick Road.',
    'Goodbye! Can I help you with anything else?',
    'She never even said goodbye.',
    'Buy two of them.',
    'I will stop by.',
    "Please don't hang up.",
    'Bye for now, but',
    'Say goodbye to long queues and hidden fees!',
    'Hello, how are you?',
    'Have a look at the good day offer of this week, which is new.',
    '',
  ],
  de: ['Ich möchte auf Wiedersehen sagen zu meinem alten Vertrag.', 'Bevor wir tschüss sagen, noch eine Frage.'],
  it: ['Non riagganci, per favore.'],
  fr: ['Ne raccrochez pas.', 'Je voulais dire au revoir à mon ancien contrat.'],
  es: ['Quiero decir adiós a mi contrato antiguo.', 'Buenos días, ¿en qué puedo ayudarle?'],
  zh: ['再见是什么意思？'],
  nl: ['Op welke dag komt u?', 'Ik wil afscheid nemen van mijn oude contract.'],
}

for (const [language, texts] of Object.entries(farewells))
  for (const text of texts)
    it(`"${text}" says goodbye (${language})`, () => assert.equal(isFarewell(text, language), true))

for (const [language, texts] of Object.entries(others))
  for (const text of texts)
    it(`"${text}" does not say goodbye (${language})`, () => assert.equal(isFarewell(text, language), false))

it('reads long texts in linear time', () => {
  const startedMs = performance.now()
  for (const part of ['bye ', 'bye.', '?', 'a', 'have a nice ']) isFarewell(part.repeat(200_000), 'en')
  assert.ok(performance.now() - startedMs < 100)
})
