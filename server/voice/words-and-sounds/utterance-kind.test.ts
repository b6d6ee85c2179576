// Tests of backchannels, commands and counted words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { classifyUtterance, countWords, type UtteranceKind } from './utterance-kind.ts'

const utterances: Record<string, Record<UtteranceKind, string[]>> = {
  en: {
    backchannel: ['Mm-hm.', 'yeah', 'Yeah, okay.', 'Right, right.', 'Uh-huh', 'I see.', "That's right, yeah.", 'Mmhmm'],
    command: [
      'Stop.',
      'wait',
      'Wait, wait!',
      'Hold on a second',
      'No, stop please',
      'Excuse me, I have a question.',
      'Hello?',
    ],
    speech: ['No.', 'I want to change my booking', 'yes but on Monday', 'Stop by on Monday', 'Tuesday', '…', ''],
  },
  de: {
    backchannel: ['Ja.', 'mhm', 'Ja, genau.', 'Ach so, okay.', 'Alles klar'],
    command: ['Stopp!', 'Moment mal, bitte', 'Warten Sie, das stimmt nicht', 'Wie bitte?', 'Nein, halt'],
    speech: ['Nein.', 'Ja, aber am Montag', 'Dienstag'],
  },
  fr: {
    backchannel: ['Oui.', 'D’accord.', 'Ah oui, d’accord', 'Hum hum'],
    command: ['Attendez !', 'Un instant, s’il vous plaît', 'Stop', 'Excusez-moi mais je ne veux pas'],
    speech: ['Non.', 'Oui mais lundi', 'Comment dois-je payer'],
  },
  es: {
    backchannel: ['Sí.', 'Ajá', 'Vale, vale', 'Ya veo'],
    command: ['Espere, por favor', 'Un momento', 'Para, para'],
    speech: ['No.', 'Para mañana', 'Sí pero el lunes'],
  },
  it: {
    backchannel: ['Sì, sì.', 'Va bene', 'Ho capito'],
    command: ['Aspetti!', 'Un attimo, per favore', 'Basta'],
    speech: ['No.', 'Vorrei cambiare', 'Sì ma lunedì'],
  },
  pt: {
    backchannel: ['Sim.', 'Tá bom', 'Uhum', 'Pois é'],
    command: ['Espere!', 'Um momento, por favor', 'Pare'],
    speech: ['Não.', 'Sim mas segunda-feira'],
  },
  nl: {
    backchannel: ['Ja, ja.', 'Oké', 'Dat klopt, ja'],
    command: ['Wacht even', 'Stop!', 'Een moment alstublieft'],
    speech: ['Nee.', 'Ja maar maandag'],
  },
  ja: { backchannel: ['mm'], command: ['stop'], speech: ['はい、月曜日です'] },
}

for (const [language, kinds] of Object.entries(utterances)) {
  test(`backchannels and commands are recognized (${language})`, () => {
    for (const [kind, texts] of Object.entries(kinds))
      for (const text of texts) assert.equal(classifyUtterance(text, language), kind, text)
  })
}

test('words are counted, also in languages without spaces', () => {
  assert.equal(countWords('Hello, I am Bob!', 'en'), 4)
  assert.equal(countWords('… !', 'en'), 0)
  assert.ok(countWords('私は東京に住んでいます', 'ja') > 3)
  assert.equal(countWords('two words', 'not a language'), 2)
})

test('long texts take time proportional to their length', () =>
  assertProportional((length) => {
    assert.equal(classifyUtterance('okay '.repeat(length / 5), 'en'), 'speech')
    assert.equal(countWords('a '.repeat(length / 2), 'en'), 500)
  }, 100_000))
