// The manifest of tests of assistants.
import { deletedWithAssistantPoint } from '#server/features/assistants/index.ts'
import { copiedWordsPoint } from '#server/features/calls/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { executeRun } from './execute-run.ts'
import type { Lab } from './lab.ts'
import { assistantTestHandlers } from './routes.ts'
import { type RunRef, runJob } from './run-job.ts'
import { deleteTestsOfAssistant } from './store.ts'
import { deleteTestsOfCalls, personalTests } from './store-personal-data.ts'

const nextAfterMs = 30

export const assistantTests = (lab: Lab) =>
  ({
    name: 'assistant-tests',
    handlers: { assistantTests: assistantTestHandlers(lab) },
    jobs: [
      {
        ...runJob,
        async run(context: AppContext, ref: RunRef) {
          try {
            await executeRun(context, lab, ref)
          } finally {
            // The next run of the account can be fetched when the end of this job is stored.
            context.notifyWorkers(nextAfterMs)
          }
        },
      },
    ] as Job<never>[],
    extensions: [
      extend(deletedWithAssistantPoint, deleteTestsOfAssistant),
      extend(copiedWordsPoint, deleteTestsOfCalls),
    ],
    personalData: [personalTests],
  }) satisfies Feature
