// Before a file is received: asks the route whether the request may send one.
import { placeholdersOf } from '#contract/wire/endpoint.ts'
import type { AppContext } from '../../context/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Route } from '../route.ts'
import { type Answer, answerToError } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import { notFoundCodeOf } from './read-input.ts'

const admitted: Disposable = { [Symbol.dispose]() {} }

/** Returns the answer of a request that is refused. A malformed path is refused, too, because no limit would count it. */
export function createAdmission({ endpoint, admit }: Route) {
  const [firstParam] = placeholdersOf(endpoint.path)
  return async (ctx: AppContext, request: AuthorizedRequest): Promise<Disposable | Answer> => {
    if (!admit) return admitted
    const params = endpoint.params?.safeParse(request.params)
    try {
      if (params && !params.success) throw new Refusal(notFoundCodeOf(endpoint, firstParam!))
      return await admit(ctx as never, { params: params?.data ?? {} } as never)
    } catch (error) {
      const answer = answerToError(endpoint, error)
      if (answer) return answer
      throw error
    }
  }
}
