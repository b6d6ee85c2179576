// The equivalent forms of a phone number.
/** Returns the same key for all equivalent forms of a number. An address that is not a number is its own key. */
export function phoneNumberKey(address: string): string {
  return phoneNumberVariants(address).sort((a, b) => a.length - b.length)[0]!
}

/**
 * Returns the number itself, followed by its equivalent form if its country changed the format of mobile numbers:
 * Brazil with and without the ninth digit, Mexico 52 and 521, Argentina 54 and 549. The chat app keeps the form with
 * which a user registered. Landlines in Brazil have no variant, because with a mobile digit they would be the number
 * of another person.
 */
export function phoneNumberVariants(e164: string): string[] {
  for (const [form, other] of variantRules) {
    if (form.test(e164)) return [e164, e164.replace(form, other)]
  }
  return [e164]
}

const variantRules: readonly [RegExp, string][] = [
  // Before the ninth digit, eight digits starting with 6 to 9 were mobile numbers; those with 2 to 5 are landlines.
  [/^\+55(?<area>[1-9]\d)9(?<rest>[6-9]\d{7})$/, '+55$<area>$<rest>'],
  [/^\+55(?<area>[1-9]\d)(?<rest>[6-9]\d{7})$/, '+55$<area>9$<rest>'],
  [/^\+521(?<rest>[2-9]\d{9})$/, '+52$<rest>'],
  [/^\+52(?<rest>[2-9]\d{9})$/, '+521$<rest>'],
  [/^\+549(?<rest>[1-8]\d{9})$/, '+54$<rest>'],
  [/^\+54(?<rest>[1-8]\d{9})$/, '+549$<rest>'],
]
