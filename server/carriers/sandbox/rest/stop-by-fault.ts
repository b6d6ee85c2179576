// The faults that keep a request from having any effect.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import { type Fault, findFault } from '../core/faults.ts'
import { CutConnection } from './call.ts'

export function stopByFault(faults: readonly Fault[]): void {
  const refuse = findFault(faults, 'refuse')
  if (refuse) throw new CarrierRefusal(refuse.code ?? 20001)
  if (findFault(faults, 'too-many-requests')) throw new CarrierRefusal(20429)
  if (findFault(faults, 'error-before-accept')) throw new CarrierRefusal(20500)
  if (findFault(faults, 'lost-request')) throw new CutConnection()
}
