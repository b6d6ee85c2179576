// The hook names by which a response of 410 disables a webhook.
import { createHash } from 'node:crypto'

export interface Hook<Name extends string> {
  id: number
  webhook: Name
  urlSha256: string
}

/** For `deliverWebhook`. Contains a hash of the URL, so that a 410 from a former URL does not disable a new one. */
export const hookName = (owner: string, id: number, webhook: string, url: string | null): string =>
  `${owner}:${id}:${webhook}:${createHash('sha256')
    .update(url ?? '')
    .digest('hex')}`

/** Returns undefined for a hook that does not belong to a webhook of the owner. */
export function parseHook<Name extends string>(hook: string, owner: string, names: readonly Name[]) {
  const [, ofOwner, id, name, urlSha256 = ''] = /^(\w+):(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  const webhook = ofOwner === owner ? names.find((candidate) => candidate === name) : undefined
  return webhook && { id: Number(id), webhook, urlSha256 }
}
