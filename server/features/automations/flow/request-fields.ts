// The fields of a webhook's request that a flow refers to, and their values in the data of the trigger.

const requestFields = ['method', 'query', 'headers', 'request'] as const

export type RequestField = (typeof requestFields)[number]

export interface RequestData {
  method: string
  /** A repeated parameter is a list. Secrets are masked unless the flow refers to their names. */
  query: Record<string, string | string[]>
  /** By lower-case names, with secrets masked. */
  headers: Record<string, string>
}

/** For runs that are not started by a request. */
const noRequest: RequestData = { method: 'POST', query: {}, headers: {} }

export const requestFieldsOf = (references: readonly (readonly string[])[]): RequestField[] =>
  requestFields.filter((field) => references.some(([root, name]) => root === 'trigger' && name === field))

/** The parameters of the query that a flow refers to by their names, such as a token that it compares. */
export const queryNamesOf = (references: readonly (readonly string[])[]): string[] =>
  references.flatMap(([root, ...path]) => {
    const [field, name] = path[0] === 'request' ? path.slice(1) : path
    return root === 'trigger' && field === 'query' && name !== undefined ? [name] : []
  })

/**
 * Only fields that the flow refers to are added, so that others are not stored, and a flow that passes on its whole trigger
 * passes on the body alone. Fields of the body take precedence.
 */
export function withRequest(trigger: unknown, fields: readonly RequestField[], request = noRequest): unknown {
  if (fields.length === 0 || typeof trigger !== 'object' || trigger === null) return trigger
  const { method, query, headers } = request
  const values = { method, query, headers, request: { method, query, headers } }
  const added = fields.filter((field) => !Object.hasOwn(trigger, field))
  return { ...trigger, ...Object.fromEntries(added.map((field) => [field, values[field]])) }
}
