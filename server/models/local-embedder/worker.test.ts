// Tests of the process of the model: similarities that the authors of the model publish, and its priority.
import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { openWorkerProcess } from '#server/platform/worker-process/worker-process.ts'
import { recordChildProcesses } from '#testing/measure/child-processes.ts'

/** https://sbert.net/docs/quickstart.html */
const published = [
  { one: 'The weather is lovely today.', other: "It's so sunny outside!", similarity: 0.666 },
  { one: 'The weather is lovely today.', other: 'He drove to the stadium.', similarity: 0.1046 },
  { one: "It's so sunny outside!", other: 'He drove to the stadium.', similarity: 0.1411 },
]

test('rounded weights change the published similarities by little, in a process of lower priority', async () => {
  using processes = recordChildProcesses()
  const script = new URL('./worker.ts', import.meta.url)
  await using worker = openWorkerProcess({ script, timeoutMs: 30_000, failureCode: 'local_model_failed' })
  for (const { one, other, similarity } of published) {
    const [first, second] = await worker.request<Float32Array[]>([one, other])
    const measured = first!.reduce((sum, component, index) => sum + component * second![index]!, 0)
    assert.ok(Math.abs(measured - similarity) < 0.03, `${one} ${other} ${measured}`)
  }
  assert.ok(getPriority(processes.last().pid) > 0)
})
