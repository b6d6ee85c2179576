// Fixtures for the tests of the architecture check.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkArchitecture } from '../check-architecture.ts'
import { describeFault } from './fault.ts'

const opening = '// What this file is for.\n'
export const calls = 'server/features/calls/index.ts'
export const messages = 'server/features/messages/send-freeform.ts'

/** Writes the files, adds the first line to those without one, and returns the faults. */
export function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-architecture-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), path.endsWith('.sql') || /^(?:\/\/|#!)/.test(text) ? text : opening + text)
    }
    return checkArchitecture(root).faults.map(describeFault)
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
