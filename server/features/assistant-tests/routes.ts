// HTTP handlers for tests of assistants.
import type { assistantTests } from '#contract/assistant-tests/assistant-tests.ts'
import { findLanguage } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { createFromCall } from './create-from-call.ts'
import { createTest } from './create-test.ts'
import { examplesIn } from './examples.ts'
import { getAssistant, getRun, getTest } from './get-test.ts'
import type { Lab } from './lab.ts'
import { presentRun, presentRunHead, presentTest, presentTestHead } from './present.ts'
import { cancelRun, startAllRuns, startRun } from './start-run.ts'
import { deleteTest, selectTests, updateTest } from './store.ts'
import { selectLatestRuns, selectRuns } from './store-runs.ts'
import type { AssistantTest } from './test.ts'

async function presentOne({ db, account }: AccountContext, test: AssistantTest) {
  const [latest] = await selectLatestRuns(db, account.id, [test.id])
  return { data: presentTest(test, latest) }
}

export const assistantTestHandlers = (lab: Lab): Handlers<typeof assistantTests> => ({
  list: async (ctx, { params: { assistantId } }) => {
    await getAssistant(ctx, assistantId)
    const tests = await selectTests(ctx.db, ctx.account.id, assistantId)
    const ids = tests.map(({ id }) => id)
    const latest = new Map((await selectLatestRuns(ctx.db, ctx.account.id, ids)).map((run) => [run.testId, run]))
    return { data: tests.map((test) => presentTestHead(test, latest.get(test.id))) }
  },

  create: async (ctx, { params: { assistantId }, body: { name, ...definition } }) =>
    presentOne(ctx, await createTest(ctx, { assistantId, name, definition, source: undefined })),

  listExamples: async (ctx, { params: { assistantId } }) => {
    const { languageId } = await getAssistant(ctx, assistantId)
    return { data: examplesIn((await findLanguage(ctx, languageId))?.iso2 ?? 'en') }
  },

  get: async (ctx, { params }) => presentOne(ctx, await getTest(ctx, params)),

  update: async (ctx, { params, body: { name, ...definition } }) => {
    await getAssistant(ctx, params.assistantId)
    const test = orRefuse(await updateTest(ctx.db, ctx.account.id, { ...params, name, definition }), 'TEST_NOT_FOUND')
    return presentOne(ctx, test)
  },

  delete: async (ctx, { params }) => {
    await getAssistant(ctx, params.assistantId)
    if (!(await deleteTest(ctx.db, ctx.account.id, params))) throw new Refusal('TEST_NOT_FOUND')
    return { message: 'Test deleted successfully' }
  },

  run: async (ctx, { params }) => ({ data: presentRunHead(await startRun(ctx, params)) }),

  runAll: async (ctx, { params }) => ({ data: (await startAllRuns(ctx, params.assistantId)).map(presentRunHead) }),

  listRuns: async (ctx, { params }) => {
    const { id } = await getTest(ctx, params)
    return { data: (await selectRuns(ctx.db, ctx.account.id, id)).map(presentRunHead) }
  },

  getRun: async (ctx, { params: { testRunId: runId, ...ref } }) => ({
    data: presentRun(await getRun(ctx, { ...ref, runId })),
  }),

  cancelRun: async (ctx, { params: { testRunId: runId, ...ref } }) => ({
    data: presentRunHead(await cancelRun(ctx, { ...ref, runId })),
  }),

  createFromCall: async (ctx, { params, body }) => {
    const order = { callId: params.id, name: body.name, answersFrom: body.answers_from }
    return presentOne(ctx, await createFromCall(ctx, lab, order))
  },
})
