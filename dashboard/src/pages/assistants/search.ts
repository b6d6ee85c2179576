// What the addresses of the pages of assistants contain.
import { idOf, oneOf, textOf } from '../../address/values.ts'
import { type SectionName, sectionNames } from './editor/layout.ts'

const views = ['settings', 'tests', 'history', 'quality'] as const
const forms = ['new', 'edit'] as const
const panels = ['chat', 'talk'] as const
const periods = ['7', '30', '90', 'all'] as const
const types = ['inbound', 'outbound'] as const

export interface AssistantSearch {
  view?: (typeof views)[number] | undefined
  section?: SectionName | undefined
  test?: number | undefined
  run?: number | undefined
  form?: (typeof forms)[number] | undefined
  /** The code of the example with which a new test begins. */
  example?: string | undefined
  version?: number | undefined
  compare?: number | undefined
  period?: (typeof periods)[number] | undefined
  panel?: (typeof panels)[number] | undefined
}

export interface ListSearch {
  search?: string | undefined
  type?: (typeof types)[number] | undefined
  folder?: number | undefined
  label?: number | undefined
}

type Search = Record<string, unknown>

export const readAssistantSearch = (search: Search): AssistantSearch => ({
  view: oneOf(views, search['view']),
  section: oneOf(sectionNames, search['section']),
  test: idOf(search['test']),
  run: idOf(search['run']),
  form: oneOf(forms, search['form']),
  example: textOf(search['example']),
  version: idOf(search['version']),
  compare: idOf(search['compare']),
  // The router passes digits as a number.
  period: oneOf(periods, String(search['period'])),
  panel: oneOf(panels, search['panel']),
})

export const readAssistantsSearch = (search: Search): ListSearch => ({
  search: textOf(search['search']),
  type: oneOf(types, search['type']),
  folder: idOf(search['folder']),
  label: idOf(search['label']),
})
