// Decides who may call an endpoint: by the role of a member, or the scopes of an API key.
import { scopeOf } from '#contract/scopes.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { rolesOf } from '#contract/wire/roles.ts'
import type { Actor } from '../context/actor.ts'

/** Undefined if the caller may call the endpoint. */
export function whyForbidden(endpoint: Endpoint, actor: Actor): string | undefined {
  const { auth, access } = endpoint
  if (actor.kind === 'key') {
    if (auth === 'session' || auth === 'operator') return 'This needs a signed-in member instead of an API key.'
    return whyOutOfScope(endpoint, actor.scopes)
  }
  if (auth === 'operator') return actor.isOperator ? undefined : 'This is for operators of the installation.'
  if (auth === 'session') return undefined
  const roles = rolesOf[access]
  return roles.includes(actor.role) ? undefined : `This needs the role ${roles.join(' or ')}; yours is ${actor.role}.`
}

/** Undefined if an API key with these scopes may call the endpoint. Null: the key is not limited. */
export function whyOutOfScope(endpoint: Endpoint, scopes: readonly string[] | null): string | undefined {
  if (scopes === null) return undefined
  const scope = scopeOf(endpoint)
  if (scope === undefined) return 'This needs an API key without limits.'
  return scopes.includes(scope) ? undefined : `This API key lacks the scope ${scope}.`
}
