// Reads the script of the reference page in a child process, so that the package's source does not stay in memory.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGzippedFile, type File } from '../memory-file.ts'

const program = fileURLToPath(new URL('./print-scalar-script.ts', import.meta.url))
const maxBytes = 16 * 1024 * 1024

export async function readScalarScript(): Promise<File> {
  const options = { encoding: 'buffer', maxBuffer: maxBytes, timeout: 30_000, windowsHide: true } as const
  const { stdout } = await promisify(execFile)(process.execPath, [program], options)
  return createGzippedFile('text/javascript', stdout)
}
