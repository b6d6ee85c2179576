// Lists the scenarios that come with Parley.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = new URL('./scenarios/', import.meta.url)

export async function includedScenarios(): Promise<{ file: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = fileURLToPath(new URL(name, folder))
      return { file, text: await readFile(file, 'utf8') }
    }),
  )
}
