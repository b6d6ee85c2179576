// Reads the texts of an XML document and rejects one that is not well-formed, for tests of generated files.
const name = '[A-Za-z_][\\w.:-]*'
const reference = '&(?:amp|lt|gt|quot|apos|#\\d+);'
const attribute = `\\s+${name}="(?:[^<&"]|${reference})*"`
const token = new RegExp(`<(${name})((?:${attribute})*)\\s*(/?)>|</(${name})>|((?:[^<&]|${reference})+)`, 'gy')
const controlCharacter = /[^\P{Cc}\t\r\n]/u

/** Throws an error with the position of the first fault. Comments and declarations are not supported. */
export function textsOfXml(xml: string): string[] {
  const document = xml.trim()
  if (controlCharacter.test(document)) throw new Error('The document contains a control character.')
  const texts: string[] = []
  const open: string[] = []
  let at = 0
  for (const { 0: all, 1: opened, 3: empty, 4: closed, 5: text, index } of document.matchAll(token)) {
    if (index > 0 && open.length === 0) throw new Error(`A second root begins at position ${index}.`)
    if (opened !== undefined && empty === '') open.push(opened)
    if (closed !== undefined && open.pop() !== closed)
      throw new Error(`</${closed}> at position ${index} closes nothing.`)
    if (text !== undefined) texts.push(text)
    at = index + all.length
  }
  if (at !== document.length || open.length > 0) throw new Error(`The document is not well-formed at position ${at}.`)
  return texts
}
