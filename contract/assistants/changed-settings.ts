// Changes to the settings of an assistant: to save them, or to try them in a test.
import { z } from 'zod'
import { assistantInput } from './assistant-fields.ts'

/** Missing fields stay unchanged, null resets a field to its default. */
export const changedFields = {
  ...assistantInput,
  name: assistantInput.name.refine((name) => name !== null, 'The :attribute field is required.'),
}

/** For tests with settings that are not saved. Forms cannot contain it. */
export const changedSettings = z.object(changedFields).meta({
  id: 'ChangedSettings',
  description: 'Changes to the settings of the assistant, with the fields and rules of `PUT /api/user/assistant/{id}`.',
  'x-json-only': true,
})

export const mayNotChange = {
  FORBIDDEN: { status: 403, message: 'Changed settings need the permission to update the assistant.' },
}
