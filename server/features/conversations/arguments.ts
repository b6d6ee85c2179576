// Holding the arguments of a tool call against the tool's JSON Schema.
import { Ajv, type ValidateFunction } from 'ajv'

const remembered = 500
const compiled = new Map<string, ValidateFunction | undefined>()

/** A sentence about what is wrong; undefined when the arguments fit. Patterns and formats are not looked at. */
export function faultInArguments(schema: Record<string, unknown>, given: Record<string, unknown>): string | undefined {
  const validate = validatorOf(schema)
  if (!validate) return 'The tool has a parameter schema that cannot be read.'
  if (validate(given)) return undefined
  const fault = validate.errors?.[0]
  return `The arguments do not fit: ${fault?.instancePath || 'the object'} ${fault?.message ?? 'is invalid'}.`
}

function validatorOf(schema: Record<string, unknown>): ValidateFunction | undefined {
  const key = JSON.stringify(schema)
  if (compiled.has(key)) return compiled.get(key)
  if (compiled.size >= remembered) compiled.delete(compiled.keys().next().value!)
  const validate = compile(schema)
  compiled.set(key, validate)
  return validate
}

// An account's own regular expression could hold up everybody: `pattern` always passes. The schema is compiled without
// its `$id`, by a compiler of its own, so that one account's schemas never meet another's.
const everyText = Object.assign(() => ({ test: () => true }), { code: '() => ({ test: () => true })' })

function compile({ $id: _id, $schema: _schema, ...schema }: Record<string, unknown>): ValidateFunction | undefined {
  try {
    const options = {
      strict: false,
      validateSchema: false,
      validateFormats: false,
      meta: false,
      logger: false,
    } as const
    return new Ajv({ ...options, code: { regExp: everyText } }).compile(schema)
  } catch {
    return undefined
  }
}
