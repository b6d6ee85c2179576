// Tests of the attributes of the widget's script tag.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAppearance, readOptions, withAppearance } from './options.ts'

const script = 'https://parley.example/widget.js?v=2'
const assistant = '046176f5-afb7-4660-baba-2779096af3d8'
const page = { language: 'en', direction: 'ltr' }

test('the page decides about language and direction unless attributes do', () => {
  const options = withAppearance(readOptions(script, { assistant }, { language: 'ar', direction: 'rtl' }))
  assert.deepEqual([options.baseUrl, options.language, options.direction], ['https://parley.example', 'ar', 'rtl'])
  assert.equal(withAppearance(readOptions(script, { assistant, language: 'de' }, page)).language, 'de')
})

test('attributes take precedence over what is stored with the assistant', () => {
  const stored = { ...defaultAppearance, title: 'Bakery', color: '#112233', language: 'de' }
  const given = { assistant, title: 'Our bakery', questions: 'When do you open? | | Do you bake rye?' }
  const options = withAppearance(readOptions(script, given, page), stored)
  assert.deepEqual(
    [options.title, options.color, options.language, options.questions],
    ['Our bakery', '#112233', 'de', ['When do you open?', 'Do you bake rye?']],
  )
})

test('attributes for variables become variables of the assistant', () => {
  const { variables } = readOptions(script, { assistant, variableCustomerName: 'Ada', variables: 'no' }, page)
  assert.deepEqual(variables, { customer_name: 'Ada' })
})

test('mistakes are explained', () => {
  assert.throws(() => readOptions(script, {}, page), /data-assistant must be the UUID of an assistant/)
  assert.throws(() => readOptions(script, { assistant, color: 'red' }, page), /data-color must be a color such as/)
})
