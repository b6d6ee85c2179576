// What expressions can use in the fields of a form; without it, fields have no expressions.
import { createContext } from 'react'
import type { Value } from '../flow/values.ts'

export interface ExpressionFunction {
  name: string
  description: string
  example: string
}

export interface Expressions {
  values: readonly Value[]
  functions: readonly ExpressionFunction[]
}

export const ExpressionsContext = createContext<Expressions | undefined>(undefined)
