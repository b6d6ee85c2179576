// Finds the SIP programs of the operating system with which tests talk. Tests without them are skipped with a sentence.
import { accessSync, constants } from 'node:fs'

const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin']

const isInstalled = (program: string): boolean =>
  folders.some((folder) => {
    try {
      accessSync(`${folder}/${program}`, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The options of a test that needs programs. Where all are installed (`isCi`), it fails instead of being skipped. */
export function needs(isCi: boolean, ...programs: string[]): { skip: string | false } {
  const missing = isCi ? [] : programs.filter((program) => !isInstalled(program))
  return { skip: missing.length > 0 && `Not installed: ${missing.join(', ')}. CONTRIBUTING.md names the packages.` }
}
