// The English words for numbers.

/** From 0 to 20. */
export const numbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
/** From 10 to 90. */
export const tens = 'ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** From 1 to 20. */
export const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
