// The step that runs JavaScript.
import { z } from 'zod'
import { CodeError } from '../code/code-error.ts'
import { openCodeRunner } from '../code/code-runner.ts'
import { stepType, wiringError } from './step-type.ts'

const runner = openCodeRunner()

const input = z.object({
  source: z.string().min(1).max(32_768).meta({
    description: 'The body of a function of `input`, which returns JSON. It contains no references in double braces.',
    example: 'return { total: input.items.reduce((sum, item) => sum + item.price, 0) }',
  }),
  input: z.unknown().optional().meta({ description: 'The value of `input`, with references.' }),
})

export const codeStep = stepType({
  type: 'code',
  description:
    'Runs JavaScript without network, timers or files, for at most 5 seconds, with at most 64 MB. The output contains `output`, of at most 256 KB, and `logs`, up to 100 lines of `console.log`.',
  input,
  literalInputs: ['source'],
  actsAs: () => [],
  hasSideEffects: false,
  async run({ ctx, signal }, { source, input: value }) {
    try {
      return await runner.runCode({ accountId: ctx.account.id, source, input: value, signal })
    } catch (error) {
      if (!(error instanceof CodeError)) throw error
      const { code, line, message } = error
      const isRetryable = code === 'busy' || code === 'closed'
      throw wiringError(line === undefined ? message : `Line ${line}: ${message}`, { isRetryable })
    }
  },
})
