// Decodes the entities of XML: references to characters, and the five names that XML defines.
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const maxCodePoint = 0x10ffff

/** Others stay as they are written. https://www.w3.org/TR/xml/#sec-references */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(x?)([\da-f]{1,7})|(\w{2,4}));/gi,
    (entity, hexadecimal: string | undefined, digits: string | undefined, name: string) => {
      if (digits === undefined) return names[name] ?? entity
      const code = Number.parseInt(digits, hexadecimal ? 16 : 10)
      return code >= 0 && code <= maxCodePoint ? String.fromCodePoint(code) : entity
    },
  )
