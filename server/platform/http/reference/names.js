// Names what the component of the reference leaves without a name of its own, whenever it draws more operations.
let isWaiting = false

function nameSoon() {
  if (isWaiting) return
  isWaiting = true
  requestAnimationFrame(() => {
    isWaiting = false
    nameAll()
  })
}

function nameAll() {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.ariaLabel = `Copy the ${exampleOf(button)}`
  // Its label, which took precedence, was that of the tabs inside, which are the same in many operations.
  for (const card of document.querySelectorAll('.response-card[aria-labelledby]')) {
    card.removeAttribute('aria-labelledby')
    card.ariaLabel = `Responses${ofOperation(card)}`
  }
  // The name of a button must contain the words on it.
  for (const button of document.querySelectorAll('button.show-more[aria-label^="Show all"]'))
    button.ariaLabel = button.ariaLabel.replace('Show all', `${button.textContent.trim()}:`)
}

const exampleOf = (element) => `${element.closest('.response-card') ? 'response' : 'request'}${ofOperation(element)}`

function ofOperation(element) {
  const id = element.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby')
  const title = id && document.getElementById(id)?.textContent.trim()
  return title ? ` of “${title}”` : ''
}

new MutationObserver(nameSoon).observe(document.body, { childList: true, subtree: true })
nameSoon()
