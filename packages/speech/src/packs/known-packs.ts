// The packs that can be added by their names: where their publishers have them, and what they contain.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { faultOf, type PackDescription, packDescription } from './manifest.ts'

const archive = z.object({
  url: z.url({ protocol: /^https$/ }),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export interface KnownPack {
  description: PackDescription
  archive: z.infer<typeof archive>
}

let packs: readonly KnownPack[] | undefined

/** Ordered as they are listed. */
export function knownPacks(): readonly KnownPack[] {
  packs ??= parseKnownPacks(readFileSync(new URL('known-packs.json', import.meta.url), 'utf8'))
  return packs
}

/** Throws an error that names the first invalid pack. */
export function parseKnownPacks(text: string): KnownPack[] {
  const { base, packs } = z
    .object({ base: z.string(), packs: z.array(z.looseObject({ archive: z.looseObject({ path: z.string() }) })) })
    .parse(JSON.parse(text))
  return packs.map(({ archive: { path, ...rest }, ...description }) => {
    const parsed = z
      .object({ description: packDescription, archive })
      .safeParse({ description, archive: { ...rest, url: base + path } })
    if (!parsed.success) throw new Error(`${description['name']}: ${faultOf(parsed.error)}`)
    return parsed.data
  })
}

/** More than the contents of an archive whose SHA-256 is known can have. */
export const maxUnpackedBytes = (archiveBytes: number): number => 4 * archiveBytes + 64 * 2 ** 20
