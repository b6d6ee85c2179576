// What the addresses of automations contain: tabs, filters and what is selected.
import { oneOf, textOf } from '../../../address/values.ts'

export interface AutomationsSearch {
  tab?: 'templates' | 'connections' | undefined
  q?: string | undefined
}

export interface AutomationSearch {
  tab?: 'runs' | undefined
  view?: 'outline' | 'json' | undefined
  /** The name of the selected step; `trigger` for the trigger. */
  step?: string | undefined
  panel?: 'test' | undefined
  run?: string | undefined
  status?: RunStatus | undefined
  outcome?: string | undefined
}

export type RunStatus = 'SUCCEEDED' | 'FAILED' | 'PAUSED' | 'RUNNING'

export const runStatuses: readonly RunStatus[] = ['RUNNING', 'PAUSED', 'SUCCEEDED', 'FAILED']

export const readAutomationsSearch = ({ tab, q }: Record<string, unknown>): AutomationsSearch => ({
  tab: oneOf(['templates', 'connections'], tab),
  q: textOf(q),
})

export const readAutomationSearch = (given: Record<string, unknown>): AutomationSearch => ({
  tab: oneOf(['runs'], given['tab']),
  view: oneOf(['outline', 'json'], given['view']),
  step: textOf(given['step']),
  panel: oneOf(['test'], given['panel']),
  run: textOf(given['run']),
  status: oneOf(runStatuses, given['status']),
  outcome: textOf(given['outcome']),
})
