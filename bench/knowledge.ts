// Measures the results, the speed and the latency of knowledge search: `npm run bench -- knowledge`.
import { benchCallsDuringIngestion } from './knowledge/calls.ts'
import { benchIngestion } from './knowledge/ingestion.ts'
import { benchLatency } from './knowledge/latency.ts'
import { benchRecall } from './knowledge/recall.ts'
import { createKnowledgeAccount } from './knowledge/server.ts'
import type { Options } from './options.ts'
import { openWorkspace } from './processes.ts'
import { progress } from './progress.ts'
import { describeMachine, describePostgres } from './report.ts'

export async function benchKnowledge({ onlyKnowledge, passages }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('creating an account')
  const account = { workspace, token: await createKnowledgeAccount(workspace) }
  process.stdout.write(`${describeMachine(postgres)}\n`)
  const print = (tables: string): boolean => process.stdout.write(`\n${tables}\n`)
  if (onlyKnowledge.includes('recall')) print(await benchRecall(account))
  if (onlyKnowledge.includes('ingestion')) print(await benchIngestion(account))
  if (onlyKnowledge.includes('latency')) print(await benchLatency(account, passages))
  if (onlyKnowledge.includes('calls')) print(await benchCallsDuringIngestion(account))
}
