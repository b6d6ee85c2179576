// The rules for the names and URLs of HTTP tools.
import { builtInToolTypes } from '#contract/assistants/assistant-tools.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { HttpToolFields } from '../assistant/assistant.ts'

export const nameTaken: FieldErrors = { name: ['The name has already been taken.'] }

/** Outbound calls always have `record_opt_out`. */
const builtIn: ReadonlySet<string> = new Set([...builtInToolTypes, 'record_opt_out'])

/** Makes no network requests. */
export function faultsOfTool(
  { fetcher }: Pick<AppContext, 'fetcher'>,
  { name, url }: Partial<HttpToolFields>,
): FieldErrors {
  const message = url === undefined ? undefined : fetcher.refuses(url)
  return {
    // A model could not distinguish it from the built-in tool.
    ...(name !== undefined && builtIn.has(name) ? nameTaken : {}),
    ...(message === undefined ? {} : { url: [message] }),
  }
}

export function refuseFor(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}
