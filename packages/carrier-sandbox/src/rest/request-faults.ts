// Throws for the injected faults that keep a request from taking effect.
import { ApiError } from '../core/api-error.ts'
import { type Fault, findFault } from '../core/faults.ts'
import { ConnectionDropped } from './api-request.ts'

export function throwRequestFault(faults: readonly Fault[]): void {
  const refuse = findFault(faults, 'refuse')
  if (refuse) throw new ApiError(refuse.code ?? 20001)
  if (findFault(faults, 'too-many-requests')) throw new ApiError(20429)
  if (findFault(faults, 'error-before-accept')) throw new ApiError(20500)
  if (findFault(faults, 'lost-request')) throw new ConnectionDropped()
}
