// Describes the functions that evaluate their arguments themselves.
import type { FunctionDescription } from './function.ts'

export const macroDescriptions: readonly FunctionDescription[] = [
  {
    name: 'default',
    description: 'Another value if the first one is absent or null.',
    example: 'default(trigger.name, "there")',
    result: 'there',
  },
  { name: 'has', description: 'Whether a property exists.', example: 'has(trigger.name)', result: false },
  {
    name: 'orValue',
    description: 'Another value if a property that was read with `.?` is absent.',
    example: 'trigger.?name.orValue("there")',
    result: 'there',
  },
  {
    name: 'map',
    description: 'The results of an expression for each item of a list, or each key of an object.',
    example: '[1, 2].map(x, x * 2)',
    result: [2, 4],
  },
  {
    name: 'filter',
    description: 'The items for which a condition is true.',
    example: '[1, 2, 3].filter(x, x > 1)',
    result: [2, 3],
  },
  {
    name: 'exists',
    description: 'Whether a condition is true for an item.',
    example: '[1, 2].exists(x, x > 1)',
    result: true,
  },
  {
    name: 'exists_one',
    description: 'Whether a condition is true for exactly one item.',
    example: '[1, 2].exists_one(x, x > 1)',
    result: true,
  },
  {
    name: 'all',
    description: 'Whether a condition is true for every item.',
    example: '[1, 2].all(x, x > 1)',
    result: false,
  },
]
