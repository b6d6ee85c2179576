// Recognizes international phone numbers in the format E.164: a plus sign and 7 to 15 digits.
export const e164 = /^\+[1-9]\d{6,14}$/
export const isE164 = (number: string): boolean => e164.test(number)
