// Measures the results, the speed and the latency of knowledge search: `npm run bench -- knowledge`.

import type { Options } from '../shared/options.ts'
import { openWorkspace } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres } from '../shared/report.ts'
import { benchCallsDuringIngestion } from './calls.ts'
import { benchFaqs } from './faqs.ts'
import { benchIngestion } from './ingestion.ts'
import { benchLatency } from './latency.ts'
import { benchRecall } from './recall.ts'
import { createKnowledgeAccount } from './server.ts'

export async function benchKnowledge({ onlyKnowledge, passages }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('creating an account')
  const account = await createKnowledgeAccount(workspace)
  process.stdout.write(`${describeMachine(postgres)}\n`)
  const print = (tables: string): boolean => process.stdout.write(`\n${tables}\n`)
  if (onlyKnowledge.includes('recall')) print(await benchRecall(account))
  if (onlyKnowledge.includes('faqs')) print(await benchFaqs(account))
  if (onlyKnowledge.includes('ingestion')) print(await benchIngestion(account))
  if (onlyKnowledge.includes('latency')) print(await benchLatency(account, passages))
  if (onlyKnowledge.includes('calls')) print(await benchCallsDuringIngestion(account))
}
