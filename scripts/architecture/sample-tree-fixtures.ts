// Fixtures for the tests of the architecture check.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkArchitecture } from '../check-architecture.ts'
import { describeFault, type Fault } from './fault.ts'

const opening = '// What this file is for.\n'
export const calls = 'server/features/calls/index.ts'
export const messages = 'server/features/messages/send-freeform.ts'

/** Adds the first line to the files without one, and returns the faults of the architecture. */
export function check(files: Record<string, string>): string[] {
  const withOpening = Object.entries(files).map(([path, text]) => [
    path,
    path.endsWith('.sql') || /^(?:\/\/|#!)/.test(text) ? text : opening + text,
  ])
  return faultsIn(Object.fromEntries(withOpening), checkArchitecture)
}

/** Writes the files into a temporary folder, and returns the faults that the check finds there. */
export function faultsIn(files: Record<string, string>, checkTree: (root: string) => { faults: Fault[] }): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-check-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkTree(root).faults.map(describeFault)
  } finally {
    rmSync(root, { recursive: true })
  }
}

export function assertFault(files: Record<string, string>, location: string, message: RegExp) {
  const faults = check(files)
  assert.equal(faults.length, 1, faults.join('\n') || 'no fault found')
  assert.ok(faults[0]!.startsWith(`${location} `), faults[0])
  assert.match(faults[0]!, message)
}
