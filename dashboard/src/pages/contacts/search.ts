// What the address of the list of contacts contains.
import { addressOf, flagOf, lineOf } from '../../address/values.ts'

export const readContactsSearch = addressOf({
  search: lineOf(100),
  label: lineOf(50),
  /** The form for a new contact is open. */
  creating: flagOf,
})
