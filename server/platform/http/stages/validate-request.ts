// The second stage of a request: validates its input, and replaces UUIDs of records by their ids.
import type { AppContext } from '../../context/context.ts'
import { Refusal } from '../../refusal.ts'
import type { FieldErrors } from '../../validation/validate.ts'
import type { Route } from '../route.ts'
import { type Answer, answerToError, answerToInvalid } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import { createInputReader, type RequestInput } from './read-input.ts'
import { createReferenceResolver, type FindIds } from './resolve-references.ts'

export type ValidatedRequest = { ok: true; input: RequestInput } | { ok: false; answer: Answer }

export type ValidateRequest = (request: AuthorizedRequest, ctx: AppContext) => Promise<ValidatedRequest>

export function createRequestValidator({ endpoint, validate }: Route, findAssistantIds: FindIds): ValidateRequest {
  const read = createInputReader(endpoint)
  const resolveReferences = createReferenceResolver(endpoint)

  /** Format errors take precedence over the errors that the route finds for the same field. */
  const findAllErrors = async (ctx: AppContext, input: RequestInput, errors: FieldErrors): Promise<FieldErrors> =>
    validate ? { ...errors, ...(await validate(ctx as never, { ...input, errors } as never)), ...errors } : errors

  return async (request, ctx) => {
    const { input, errors, notFoundCode } = read(request)
    if (resolveReferences) await resolveReferences(input, request.caller?.account.id, findAssistantIds)
    if (errors) return { ok: false, answer: answerToInvalid(endpoint, await findAllErrors(ctx, input, errors)) }
    if (notFoundCode) return { ok: false, answer: answerToError(endpoint, new Refusal(notFoundCode))! }
    return { ok: true, input }
  }
}
