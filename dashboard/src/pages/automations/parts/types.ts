// What the API says of automations and their runs.
import type { ReplyFrom } from '../../../api/query.ts'

export type AutomationReply = ReplyFrom<'automations', 'get'>
export type RunReply = NonNullable<ReplyFrom<'automations', 'listRuns'>['run']>
export type RunRow = NonNullable<ReplyFrom<'automations', 'listRuns'>['runs']>[number]
export type RunStepReply = RunReply['steps'][number]
export type StepTypes = ReplyFrom<'automations', 'stepTypes'>
export type Template = ReplyFrom<'automations', 'listTemplates'>['data'][number]
export type Connection = ReplyFrom<'connections', 'list'>['data'][number]
