// Before a file is received: asks the route whether the request may send one.
import type { AppContext } from '../../context/context.ts'
import type { Route } from '../route.ts'
import { type Answer, answerToError } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'

const admitted: Disposable = { [Symbol.dispose]() {} }

/** Returns the answer of a request that is refused. A malformed path is left to the validation, which receives the file. */
export function createAdmission({ endpoint, admit }: Route) {
  return async (ctx: AppContext, request: AuthorizedRequest): Promise<Disposable | Answer> => {
    const params = admit && endpoint.params?.safeParse(request.params)
    if (!params?.success) return admitted
    try {
      return await admit!(ctx as never, { params: params.data } as never)
    } catch (error) {
      const answer = answerToError(endpoint, error)
      if (answer) return answer
      throw error
    }
  }
}
