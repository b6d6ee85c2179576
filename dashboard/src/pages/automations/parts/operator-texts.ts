// The operators of conditions in words.
import { textsOf } from '../../../i18n/locale.tsx'
import type { Operator } from '../flow/condition.ts'

export const operatorTexts = textsOf<Record<Operator, string>>(
  {
    is: 'is',
    isNot: 'is not',
    contains: 'contains',
    containsNot: 'does not contain',
    startsWith: 'starts with',
    endsWith: 'ends with',
    greater: 'is greater than',
    atLeast: 'is at least',
    less: 'is less than',
    atMost: 'is at most',
    oneOf: 'is one of',
    empty: 'is empty',
    notEmpty: 'is not empty',
  },
  {
    is: 'ist',
    isNot: 'ist nicht',
    contains: 'enthält',
    containsNot: 'enthält nicht',
    startsWith: 'beginnt mit',
    endsWith: 'endet mit',
    greater: 'ist größer als',
    atLeast: 'ist mindestens',
    less: 'ist kleiner als',
    atMost: 'ist höchstens',
    oneOf: 'ist eines von',
    empty: 'ist leer',
    notEmpty: 'ist nicht leer',
  },
)
