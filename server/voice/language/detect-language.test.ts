// Tests of the detection of languages in what customers say.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectLanguage } from './detect-language.ts'

const utterances: Record<string, string[]> = {
  en: ['What time do you open on Saturday?', 'My order has not arrived', 'Yes, but only if it is not too late'],
  es: ['Quería hacer una reserva para mañana', '¿Me puede decir cuánto cuesta?', 'Sí, me viene bien a las cinco'],
  fr: ['Je voudrais prendre un rendez-vous', "Je n'ai pas reçu ma commande", 'On sera quatre ce soir'],
  de: ['Ich hätte gern einen Termin', 'Meine Bestellung ist nicht angekommen', 'Wann bekomme ich mein Geld zurück?'],
  it: ['Vorrei parlare con un operatore', 'Il mio ordine non è arrivato', 'Siamo in quattro questa sera'],
  pt: ['Quanto custa para duas pessoas?', 'A minha encomenda não chegou', 'Somos quatro hoje à noite'],
  nl: ['Ik wil graag een afspraak maken', 'Mijn bestelling is niet aangekomen', 'Kan ik de afspraak nog verzetten?'],
}
const languages = Object.keys(utterances)

describe('the language of an utterance', () => {
  for (const language of languages)
    it(`is ${language} for assistants in English and in ${language}, and nothing else for all others`, () => {
      for (const home of languages)
        for (const text of utterances[language]!) {
          const detected = detectLanguage(text, { language: home, others: [] })
          const isCertain = home === 'en' || home === language
          assert.ok(detected === language || (detected === undefined && !isCertain), `${text} (${home}): ${detected}`)
        }
    })

  it('is not known from names, addresses, dishes and single words', () => {
    const texts = [
      'Maria Garcia Lopez de la Vega',
      'Avenida de los Reyes Católicos',
      'Via della Conciliazione 12',
      'Jean-Pierre de la Croix',
      'Hôtel de Ville',
      'pizza quattro stagioni',
      'Ja.',
      'Claro, gracias.',
      'El Paso',
      '',
    ]
    for (const text of texts) {
      const detected = detectLanguage(text, { language: 'en', others: ['es', 'fr', 'it', 'de'] })
      assert.ok(detected === undefined || detected === 'en', `${text}: ${detected}`)
    }
  })

  it('is no other one if an English sentence contains foreign names', () => {
    for (const text of [
      'I live at 12 Via Roma in Milan',
      'It is for Señor Ramos de la Vega',
      'Can I get the pollo con arroz please',
      'The hotel is called Casa de la Luna',
    ])
      assert.ok([undefined, 'en'].includes(detectLanguage(text, { language: 'en', others: ['es', 'it'] })), text)
  })

  it('is known from an alphabet', () => {
    const text = 'Здравствуйте, я хотел бы записаться'
    assert.equal(detectLanguage(text, { language: 'en', others: [] }), 'ru')
    assert.equal(detectLanguage(text, { language: 'en', others: ['es', 'uk'] }), 'uk')
    assert.equal(detectLanguage(text, { language: 'bg', others: [] }), 'bg')
    assert.equal(detectLanguage('明日の予約をお願いします', { language: 'en', others: [] }), 'ja')
    assert.equal(detectLanguage('我想预订明天晚上的桌子', { language: 'en', others: [] }), 'zh')
    for (const [language, indian] of Object.entries({
      ta: 'நாளைக்கு ஒரு மேசை வேண்டும்',
      te: 'రేపటికి ఒక టేబుల్ కావాలి',
      kn: 'ನಾಳೆಗೆ ಒಂದು ಟೇಬಲ್ ಬೇಕು',
    }))
      assert.equal(detectLanguage(indian, { language: 'en', others: [] }), language)
    assert.equal(detectLanguage('My order has not arrived', { language: 'ru', others: [] }), 'en')
    assert.equal(detectLanguage('Да', { language: 'en', others: [] }), undefined)
  })

  it('is what the vendor reports if several languages have the alphabet', () => {
    const texts = {
      uk: 'Добрий день, я хотів би записатися',
      fa: 'سلام، می‌خواهم یک میز رزرو کنم',
      mr: 'नमस्कार, मला एक टेबल हवे आहे',
      zh: '我想预订明天晚上的桌子',
    }
    const assistants = [
      { language: 'en', others: ['ru', 'uk', 'ar', 'fa', 'ur', 'hi', 'mr'] },
      { language: 'ru', others: ['uk'] },
      { language: 'ar', others: ['fa'] },
      { language: 'hi', others: ['mr'] },
      { language: 'ja', others: ['zh'] },
    ]
    for (const { language, others } of assistants)
      for (const [reported, text] of Object.entries(texts)) {
        if (!others.includes(reported)) continue
        assert.equal(detectLanguage(text, { language, others, reported }), reported)
        assert.equal(detectLanguage(text, { language, others }), undefined)
        if (language !== 'en') assert.equal(detectLanguage(text, { language, others, reported: language }), language)
      }
    assert.equal(detectLanguage(texts.uk, { language: 'en', others: ['ru'], reported: 'uk' }), 'uk')
    assert.equal(detectLanguage(texts.uk, { language: 'en', others: ['uk'], reported: 'es' }), 'uk')
  })

  it('is that of the assistant in its own alphabet', () => {
    const texts = {
      ru: 'Здравствуйте, я хотел бы записаться',
      el: 'Καλημέρα, θα ήθελα να κλείσω τραπέζι',
      ja: '東京都千代田区大手町一丁目',
    }
    for (const [language, text] of Object.entries(texts))
      assert.equal(detectLanguage(text, { language, others: ['en'], reported: 'en' }), language)
    assert.equal(detectLanguage('明日の予約をお願いします', { language: 'ja', others: ['zh'] }), 'ja')
  })

  it('is not known for an assistant whose own words are not known', () => {
    assert.equal(detectLanguage('Quería hacer una reserva para mañana', { language: 'pl', others: ['es'] }), undefined)
  })

  it('is what a vendor reports unless the text has no word of it', () => {
    const detect = (text: string, reported: string) =>
      detectLanguage(text, { language: 'en', others: ['es'], reported })
    assert.equal(detect('Quería una mesa', 'es'), 'es')
    assert.equal(detect('Chciałbym zarezerwować stolik', 'pl'), 'pl')
    assert.equal(detect('Calle de la Luna', 'es'), undefined)
    assert.equal(detect('Calle de la Luna', 'en'), 'en')
    assert.equal(detect('I live in the Calle de la Luna', 'es'), undefined)
  })

  it('is not known from dishes, although a vendor reports one', () => {
    const dishes = {
      es: ['Pico de gallo y queso con carne.', 'Carne asada con queso', 'Tacos al pastor sin cebolla'],
      fr: ['Croque monsieur avec frites', 'Pain au chocolat', 'Tarte aux pommes'],
      it: ['Margherita con prosciutto', 'Spaghetti senza aglio'],
      de: ['Pizza mit Schinken', 'Schnitzel ohne Pommes'],
      nl: ['Broodje met kaas', 'Friet zonder mayonaise'],
      pt: ['Bacalhau com natas', 'Feijoada sem arroz'],
    }
    for (const [language, texts] of Object.entries(dishes))
      for (const text of texts)
        for (const reported of [undefined, language])
          assert.equal(detectLanguage(text, { language: 'en', others: [language], reported }), undefined, text)
  })
})
