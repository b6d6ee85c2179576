// HTTP handlers for automations.
import type { automations } from '#contract/automations/automations.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import {
  deleteAutomation,
  getWithFlow,
  listAutomations,
  restoreAutomation,
  updateAutomation,
} from './change-automation.ts'
import { createAutomation, createFromTemplate } from './create-automation.ts'
import { getRun, listRuns, retryRun, runByHand } from './manage-runs.ts'
import { presentAutomation, presentCreated, presentDetailedRun, presentListed, presentRun } from './present.ts'
import { presentStepTypes, presentTemplate } from './present-parts.ts'
import { templates } from './templates/index.ts'

export const automationHandlers: Handlers<typeof automations> = {
  list: async (ctx) => ({ data: (await listAutomations(ctx)).map(presentListed) }),

  create: async (ctx, { body }, { operation }) => {
    const order = {
      name: body.name,
      flow: body.flow,
      sample: body.sample ?? null,
      assistant: body.assistant_id ?? null,
      boundWebhook: body.bind_webhook === true ? ('call_ended' as const) : body.bind_webhook || null,
      confirmsSideEffects: body.confirm_side_effects ?? false,
    }
    return presentCreated(ctx, await createAutomation(ctx, order, operation))
  },

  stepTypes: () => presentStepTypes(),

  listTemplates: () => ({ data: [...templates.values()].map(presentTemplate) }),

  createFromTemplate: async (ctx, { body }, { operation }) => {
    const { template, name, values, assistant_id: assistant = null, enabled: isEnabled = true } = body
    const order = { template, name, values, assistant, isEnabled }
    return presentCreated(ctx, await createFromTemplate(ctx, order, operation))
  },

  get: async (ctx, { params }) => presentAutomation(ctx, await getWithFlow(ctx, params.id)),

  update: async (ctx, { params, body }) => {
    const { name, enabled, flow, sample, if_version: ifVersion = null } = body
    const patch = { name, isEnabled: enabled, flow, sample }
    const updated = await updateAutomation(ctx, params.id, patch, ifVersion)
    return { message: 'Automation updated successfully.', data: presentAutomation(ctx, updated) }
  },

  delete: async (ctx, { params }) => {
    await deleteAutomation(ctx, params.id)
    return { message: 'Automation deleted successfully.' }
  },

  restore: async (ctx, { params }) => {
    const restored = await restoreAutomation(ctx, params.id)
    return { message: 'Automation restored successfully.', data: presentAutomation(ctx, restored) }
  },

  run: async (ctx, { params, body }, { operation }) => {
    const { runId, status } = await runByHand(ctx, { id: params.id, input: body.input }, operation)
    return { run_id: runId, status }
  },

  listRuns: async (ctx, { params, query }) => {
    const { run_id, ...filter } = query
    const now = ctx.now()
    if (run_id !== undefined) return { run: presentDetailedRun(await getRun(ctx, params.id, run_id), now) }
    const { status, outcome, limit, cursor } = filter
    const { runs, nextCursor } = await listRuns(ctx, params.id, { status, outcome, limit, cursor })
    return { runs: runs.map((run) => presentRun(run, now)), next_cursor: nextCursor }
  },

  retry: async (ctx, { params }) => {
    const { status, isInDoubt } = await retryRun(ctx, params.id, params.run_id)
    const doubt = isInDoubt ? ' The failed step may already have had its effect before.' : ''
    return { run_id: params.run_id, status, note: `Steps that had succeeded were not executed again.${doubt}` }
  },
}
