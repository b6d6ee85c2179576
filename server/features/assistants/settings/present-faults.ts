// Faults of settings as a validation failure shows them.

import { attributeName } from '#server/platform/validation/messages.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { Fault } from './fault.ts'
import { wireNames } from './wire-names.ts'

export function presentFaults(faults: readonly Fault[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { setting, path = [], sentence = 'The selected :attribute is invalid.' } of faults) {
    const steps = [wireNames[setting], ...path]
    const field = steps.join('.')
    errors[field] = [...(errors[field] ?? []), sentence.replaceAll(':attribute', attributeName(steps))]
  }
  return errors
}
