// Recognizes texts that are nothing but the number of a page.

const roman = /^[-–—] ?[ivxlcdm]{1,8} ?[-–—]$|^[ivxlcdm]{1,8}$/i
const arabic =
  /^(?:[-–—] ?)?(?:(?:page|seite|página|pagina|pág\.|s\.|p\.) ?)?(\d{1,4})(?: ?(?:\/|of|von|de|sur|di) ?\d{1,4})?(?: ?[-–—])?$/i

export const isPageNumber = (text: string): boolean => arabic.test(text) || roman.test(text)

/** Undefined if the text is something else, or a Roman number. */
export function pageNumberOf(text: string): number | undefined {
  const digits = arabic.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
