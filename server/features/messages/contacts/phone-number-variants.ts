// The several numbers by which one phone is known where a country changed how its mobile numbers are written.

/**
 * The number itself first, then what else the same phone may be called: Brazil with and without the ninth digit,
 * Mexico 52 and 521, Argentina 54 and 549. The chat app keeps the form under which a user once joined.
 * Brazil's landlines are left alone: a mobile digit before one would name another person's phone.
 */
export function numberVariants(e164: string): string[] {
  for (const [form, other] of rules) {
    if (form.test(e164)) return [e164, e164.replace(form, other)]
  }
  return [e164]
}

const rules: readonly [RegExp, string][] = [
  // Eight digits that begin with 6 to 9 were mobile before the ninth digit; with 2 to 5 they are landlines.
  [/^\+55(?<area>[1-9]\d)9(?<rest>[6-9]\d{7})$/, '+55$<area>$<rest>'],
  [/^\+55(?<area>[1-9]\d)(?<rest>[6-9]\d{7})$/, '+55$<area>9$<rest>'],
  [/^\+521(?<rest>[2-9]\d{9})$/, '+52$<rest>'],
  [/^\+52(?<rest>[2-9]\d{9})$/, '+521$<rest>'],
  [/^\+549(?<rest>[1-8]\d{9})$/, '+54$<rest>'],
  [/^\+54(?<rest>[1-8]\d{9})$/, '+549$<rest>'],
]
