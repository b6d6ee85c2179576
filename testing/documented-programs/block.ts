// Reads configurations of other programs from the documentation, and finds the programs.
import { execFile } from 'node:child_process'
import { access, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** The path of an installed program, or undefined. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = `${folder}/${name}`
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}

/** Returns the code block of a page whose first line names the file. */
export async function readBlock(page: string, file: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  for (const [, block] of text.matchAll(/^```\w*\n(.*?)^```$/gms)) {
    if (block!.startsWith(`# ${file}\n`)) return block!
  }
  throw new Error(`${page} has no code block for ${file}.`)
}

/** Throws if a text to replace does not occur, because the documentation has then changed. */
export function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`The configuration does not contain ${from}.`)
    return replaced.replaceAll(from, to)
  }, text)
}

/** Creates a certificate for localhost that clients accept when they are given it. Returns false without OpenSSL. */
export async function createCertificate(folder: string): Promise<boolean> {
  const openssl = await findProgram('openssl')
  if (!openssl) return false
  const [key, certificate] = [`${folder}/parley.key`, `${folder}/certificate.pem`]
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate]
  await promisify(execFile)(openssl, ['req', ...options.split(' '), ...names])
  const both = await Promise.all([certificate, key].map((path) => readFile(path, 'utf8')))
  await writeFile(`${folder}/parley.pem`, both.join(''))
  return true
}
