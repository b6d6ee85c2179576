// Checks the source against docs/architecture.md: modules, cycles, tables, file rules and the words of carriers.
import { checkCarrierWords } from './architecture/carrier-words.ts'
import { checkCycles } from './architecture/cycles.ts'
import { type Fault, report } from './architecture/fault.ts'
import { checkFileRules } from './architecture/file-rules.ts'
import { checkModules } from './architecture/modules.ts'
import { checkTables } from './architecture/tables.ts'
import { readTree } from './architecture/tree.ts'

const checks = [checkModules, checkCycles, checkTables, checkFileRules, checkCarrierWords]

export function checkArchitecture(root: string): { faults: Fault[]; files: number } {
  const tree = readTree(root)
  const faults = checks.flatMap((check) => check(tree))
  faults.sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
  return { faults, files: tree.sources.length }
}

if (import.meta.main) {
  const { faults, files } = checkArchitecture(process.cwd())
  report('architecture', `${files} files`, faults)
}
