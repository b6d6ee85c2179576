// What an HTTP tool must not be called, and where it must not lead.
import { builtInToolTypes } from '#contract/assistant-tools.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { HttpToolFields } from '../assistant/assistant.ts'

export const nameTaken: FieldErrors = { name: ['The name has already been taken.'] }

const builtIn: ReadonlySet<string> = new Set(builtInToolTypes)

/** Nothing is asked over the network. */
export function faultsOfTool(
  { fetcher }: Pick<AppContext, 'fetcher'>,
  { name, url }: Partial<HttpToolFields>,
): FieldErrors {
  const message = url === undefined ? undefined : fetcher.refuses(url)
  return {
    // A model could not tell the two apart.
    ...(name !== undefined && builtIn.has(name) ? nameTaken : {}),
    ...(message === undefined ? {} : { url: [message] }),
  }
}

export function refuseFor(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}
