// What the addresses of automations contain: tabs, filters and what is selected.
import { addressOf, choiceOf, flagOf, textOf } from '../../../address/values.ts'

export const runStatuses = ['RUNNING', 'PAUSED', 'SUCCEEDED', 'FAILED'] as const
export type RunStatus = (typeof runStatuses)[number]

export const readAutomationsSearch = addressOf({
  tab: choiceOf(['templates', 'connections']),
  q: textOf,
  /** The form of a new automation is open. */
  creating: flagOf,
})

export const readAutomationSearch = addressOf({
  tab: choiceOf(['runs']),
  view: choiceOf(['outline', 'json']),
  /** The name of the selected step; `trigger` for the trigger. */
  step: textOf,
  panel: choiceOf(['test']),
  run: textOf,
  status: choiceOf(runStatuses),
  outcome: textOf,
})

export type AutomationsSearch = ReturnType<typeof readAutomationsSearch>
export type AutomationSearch = ReturnType<typeof readAutomationSearch>
