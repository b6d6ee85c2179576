// Tests that days, times and numbers are read as people say them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, spokenDay } from './moments.ts'
import { numberIn, peopleIn } from './numbers.ts'
import { timeIn } from './times.ts'

/** A Wednesday. */
const today = '2026-06-03'

test('days are read as people say them', () => {
  const days: Record<string, string | undefined> = {
    today,
    'on wednesday': '2026-06-10',
    'next Friday please': '2026-06-05',
    'the 8th of June': '2026-06-08',
    'June 2nd': '2027-06-02',
    'am 12.7. bitte': '2026-07-12',
    'le 1er juillet': '2026-07-01',
    übermorgen: '2026-06-05',
    'el lunes': '2026-06-08',
    '2026-12-24': '2026-12-24',
    'freitag morgen': '2026-06-05',
    'morgen früh': '2026-06-04',
    'heute morgen': today,
    'el viernes por la mañana': '2026-06-05',
    'esta mañana': today,
    'mañana por la mañana': '2026-06-04',
    'après-demain': '2026-06-05',
    'tomorrow week': '2026-06-11',
    'heute in einer woche': '2026-06-10',
    'next week friday': '2026-06-12',
    'Freitag nächste Woche': '2026-06-12',
    'a week on friday': '2026-06-12',
    'friday week': '2026-06-12',
    'in two weeks': '2026-06-17',
    'in drei Tagen': '2026-06-06',
    'not friday, saturday': '2026-06-06',
    'friday, no sorry, saturday': '2026-06-06',
    'monday the 15th': '2026-06-15',
    'may 2 people come on friday': '2026-06-05',
    '31 december 2027': '2027-12-31',
    'December 31, 2027': '2027-12-31',
    '31.12.2027': '2027-12-31',
    'on june 8 for 3': '2026-06-08',
    'last friday': undefined,
    'next week': undefined,
    'friday or saturday': undefined,
    'friday june 8': undefined,
    'I do not know': undefined,
    'the 32nd of June': undefined,
    'mar 99': undefined,
  }
  for (const [said, expected] of Object.entries(days)) assert.equal(dayIn(said, today), expected, said)
  assert.equal(spokenDay('2027-06-02', 'en', today), 'Wednesday, June 2, 2027')
  assert.equal(spokenDay('2026-06-08', 'en', today), 'Monday, June 8')
})

test('times are read as people say them', () => {
  const times: Record<string, string | undefined> = {
    'at 3': '15:00',
    '10 am': '10:00',
    'half past nine': '09:30',
    'halb zehn': '09:30',
    '14:15 Uhr': '14:15',
    'à 10 h': '10:00',
    ten: '10:00',
    '7 pm': '19:00',
    '7:30 p.m.': '19:30',
    '12 am': '00:00',
    'tonight at eight': '20:00',
    'um acht abends': '20:00',
    'à huit heures du soir': '20:00',
    'alle otto di sera': '20:00',
    'a las ocho de la noche': '20:00',
    'half past seven in the evening': '19:30',
    'at ten past six': '18:10',
    'huit heures moins le quart': '07:45',
    'a las siete y media': '07:30',
    '20 Uhr 30': '20:30',
    'zwanzig Uhr dreißig': '20:30',
    'half seven': '07:30',
    'seven thirty': '07:30',
    'seven forty five': '07:45',
    'quarter to eight': '07:45',
    noon: '12:00',
    'viertel vor acht': '07:45',
    'dix heures et demie': '10:30',
    'fünf vor halb acht': '07:25',
    'vingt heures': '20:00',
    'am 10.06. um 9': '09:00',
    'on june 8 for 3': undefined,
    'am 10.06.': undefined,
    'viertel acht': undefined,
    soon: undefined,
    'at noonish': undefined,
    '25:99': undefined,
  }
  for (const [said, expected] of Object.entries(times)) assert.equal(timeIn(said), expected, said)
  assert.equal(timeIn('no, at 7:30', { previous: '19:00' }), '19:30')
  assert.equal(timeIn('can you make it 8 instead', { previous: '19:00' }), '20:00')
  assert.equal(timeIn('at 8', { from: '11:20' }), '20:00')
})

test('numbers are read as people say them', () => {
  const numbers: Record<string, number | undefined> = {
    'for four people': 4,
    '12': 12,
    fifteen: 15,
    'my wife and me': 2,
    'on june 8 for 3': 3,
    'we are two': 2,
    'there will be five of us': 5,
    'a table': undefined,
  }
  for (const [said, expected] of Object.entries(numbers)) assert.equal(numberIn(said), expected, said)
  assert.equal(peopleIn('at seven for four'), 4)
  assert.equal(peopleIn('for 7 pm for 3'), 3)
  assert.equal(peopleIn('a table on friday at 7'), undefined)
})
