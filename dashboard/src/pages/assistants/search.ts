// What the addresses of the pages of assistants contain.
import { addressOf, choiceOf, idOf, oneOf, textOf } from '../../address/values.ts'
import { placeNames } from './editor/layout.ts'

const periods = ['7', '30', '90', 'all'] as const

export const readAssistantSearch = addressOf({
  view: choiceOf(['settings', 'widget', 'tests', 'history', 'quality']),
  section: choiceOf(placeNames),
  test: idOf,
  run: idOf,
  form: choiceOf(['new', 'edit']),
  /** The code of the example with which a new test begins. */
  example: textOf,
  version: idOf,
  compare: idOf,
  // The router passes digits as a number.
  period: (value) => oneOf(periods, String(value)),
  panel: choiceOf(['chat', 'talk']),
})

export type AssistantSearch = ReturnType<typeof readAssistantSearch>

export const readAssistantsSearch = addressOf({
  search: textOf,
  type: choiceOf(['inbound', 'outbound']),
  folder: idOf,
  label: idOf,
})

export type ListSearch = ReturnType<typeof readAssistantsSearch>
