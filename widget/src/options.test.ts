// Tests of the attributes of the widget's script tag.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOptions } from './options.ts'

const script = 'https://parley.example/widget.js?v=2'
const assistant = '046176f5-afb7-4660-baba-2779096af3d8'
const page = { language: 'en', direction: 'ltr' }

test('the page decides about language and direction unless attributes do', () => {
  const options = readOptions(script, { assistant }, { language: 'ar', direction: 'rtl' })
  assert.deepEqual([options.baseUrl, options.language, options.direction], ['https://parley.example', 'ar', 'rtl'])
  assert.equal(readOptions(script, { assistant, language: 'de' }, page).language, 'de')
})

test('attributes for variables become variables of the assistant', () => {
  const { variables } = readOptions(script, { assistant, variableCustomerName: 'Ada', variables: 'no' }, page)
  assert.deepEqual(variables, { customer_name: 'Ada' })
})

test('mistakes are explained', () => {
  assert.throws(() => readOptions(script, {}, page), /data-assistant must be the UUID of an assistant/)
  assert.throws(() => readOptions(script, { assistant, color: 'red' }, page), /data-color must be a color such as/)
})
