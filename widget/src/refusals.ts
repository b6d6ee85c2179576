// Decides what an error response means for the conversation of a visitor.
import { ParleyError } from '#sdk/index.ts'

/** The conversation was deleted. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof ParleyError && error.status === 404 && error.body['error'] === 'Conversation not found'

/** The request had no effect, and its key would only repeat the refusal. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ParleyError && error.status < 500 && error.status !== 409
