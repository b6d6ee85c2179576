// Tests how the language of a query is recognized, and how the languages of the knowledgebase decide.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOfQuery } from './query-language.ts'

test('The language of a question is that of its stop words and fillers, whatever the documents are written in', () => {
  assert.equal(languageOfQuery('Wie lange hat die Sauna offen?', ['en']), 'de')
  assert.equal(languageOfQuery('When does the sauna open?', ['de']), 'en')
  assert.equal(languageOfQuery("I'd like towels", ['de']), 'en')
  assert.equal(languageOfQuery('Bom dia, quero toalhas', ['es']), 'pt')
  assert.equal(languageOfQuery('AB-1234', ['en']), null)
})

test('Between the languages of a script, those of the knowledgebase decide', () => {
  assert.equal(languageOfQuery('営業時間', ['en', 'ja']), 'ja')
  assert.equal(languageOfQuery('Скільки коштує сауна?', ['uk']), 'uk')
  assert.equal(languageOfQuery('Що є у вас на сніданок?', ['uk']), 'uk')
  assert.equal(languageOfQuery('Колко струва сауната?', ['bg']), 'bg')
  assert.equal(languageOfQuery('ساعت کار شما چیست؟', ['fa']), 'fa')
  assert.equal(languageOfQuery('Сколько стоит сауна?', ['en', 'uk', 'ru']), null)
  assert.equal(languageOfQuery('Сколько стоит сауна?', ['en']), 'ru')
})
