// Creates automations in tests, calls their webhooks, and reads their runs.
import assert from 'node:assert/strict'
import { ParleyError } from '#sdk/index.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'

export const step = (name: string, type: string, input: object = {}) => ({ name, type, input: { ...input } })

export interface FlowFields {
  trigger?: { type: string; input?: object }
  sample?: Record<string, unknown>
  assistant_id?: number | string
  bind_webhook?: boolean | 'call_ended' | 'inbound_call' | 'conversation_ended'
  confirm_side_effects?: boolean
}

export const flowOf = (steps: object[], trigger: object = { type: 'webhook' }) => ({ trigger, steps })

/** The fields that create an automation. */
export const automationOf = (steps: object[], { trigger, ...fields }: FlowFields = {}) => ({
  name: 'Test',
  flow: flowOf(steps, trigger),
  ...fields,
})

export async function createFlow({ client }: TestAccount, steps: object[], fields?: FlowFields) {
  const {
    automation_id: id,
    webhook_url: url,
    ...created
  } = await client.automations.create(automationOf(steps, fields))
  return { client, id, url, ...created }
}

export type TestFlow = Awaited<ReturnType<typeof createFlow>>

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Sends a request to a webhook trigger. */
export async function post(
  { fetch }: Pick<TestApp, 'fetch'>,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { pathname } = new URL(url)
  const request = new Request(`http://localhost${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const response = await fetch(request)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

export async function runOf({ client, id }: Pick<TestFlow, 'client' | 'id'>, runId: string) {
  const { run } = await client.automations.listRuns({ id, run_id: runId })
  assert.ok(run)
  return run
}

/** Starts a run and waits until it has ended or paused. */
export async function runFlow(flow: Pick<TestFlow, 'client' | 'id'>, input: Record<string, unknown> = {}) {
  const { run_id } = await flow.client.automations.run({ id: flow.id, input })
  return settledRun(flow, run_id)
}

/** Waits until the run has ended or paused. */
export async function settledRun(flow: Pick<TestFlow, 'client' | 'id'>, runId: string) {
  await until(async () => (await runOf(flow, runId)).status !== 'RUNNING')
  return runOf(flow, runId)
}

type Run = Awaited<ReturnType<typeof runOf>>

/** What became of each step. */
export const outline = ({ steps }: Pick<Run, 'steps'>) => steps.map(({ path, status }) => `${path} ${status}`)

export const latestRuns = async ({ client, id }: Pick<TestFlow, 'client' | 'id'>) =>
  (await client.automations.listRuns({ id })).runs!

/** The status of a refused request, and its code if it has one, or else its message. */
export async function refusalOf(request: Promise<unknown>): Promise<[number, string]> {
  const error = await request.then(
    () => assert.fail('Nothing was refused.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ParleyError, String(error))
  const { error: code, message } = error.body as { error?: string; message: string }
  return [error.status, code ?? message]
}
