// The functions of expressions.
import { dateFunctions } from './date-functions.ts'
import type { ExpressionFunction, FunctionDescription } from './function.ts'
import { macroDescriptions } from './macro-descriptions.ts'
import { textFunctions } from './text-functions.ts'
import { valueFunctions } from './value-functions.ts'

const functions: readonly ExpressionFunction[] = [...textFunctions, ...valueFunctions, ...dateFunctions]

export const functionsByName: ReadonlyMap<string, ExpressionFunction> = new Map(
  functions.map((called) => [called.name, called]),
)

/** For the reference. */
export const expressionFunctions: readonly FunctionDescription[] = [...macroDescriptions, ...functions].map(
  ({ name, description, example, result }) => ({ name, description, example, result }),
)
