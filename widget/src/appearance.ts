// Reads how the widget looks from Parley.
import { createClient } from '#sdk/index.ts'
import type { Appearance, ScriptOptions } from './options.ts'

/** A slow answer does not keep the widget from being shown. */
const timeoutMs = 4_000

/** Undefined if it cannot be read. */
export async function readAppearance({ baseUrl, assistant, preview }: ScriptOptions): Promise<Appearance | undefined> {
  if (preview) return preview.appearance
  try {
    const client = createClient({ baseUrl })
    const { data } = await client.widgets.show({ id: assistant }, { signal: AbortSignal.timeout(timeoutMs) })
    const { picture_url: picture, ...appearance } = data
    return { ...appearance, picture }
  } catch {
    return undefined
  }
}
