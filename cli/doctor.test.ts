// Tests of the text that `parley doctor` prints.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Finding } from '#server/operator/doctor.ts'
import { textOf } from './doctor.ts'

it('prints the findings below each other, and how many are problems', () => {
  const ok: Finding = { what: 'phone numbers', state: 'ok', says: '1 phone number receives calls.' }
  const fault: Finding = { what: 'jobs', state: 'fault', says: '1 job is more than five minutes late.' }
  const okLine = '✓ phone numbers  1 phone number receives calls.\n'
  const faultLine = '✗ jobs           1 job is more than five minutes late.\n'
  assert.equal(textOf([ok]), `${okLine}\nNo problem was found.\n`)
  assert.equal(textOf([ok, fault]), `${okLine}${faultLine}\n1 problem was found.\n`)
  assert.equal(textOf([fault, fault]), `${faultLine}${faultLine}\n2 problems were found.\n`)
})
