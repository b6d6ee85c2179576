// Adds the widget with the options in the address, and shows the code that does the same on another website.
if (navigator.language.toLowerCase().startsWith('de')) {
  document.documentElement.lang = 'de'
  for (const element of document.querySelectorAll('[data-de]')) element.textContent = element.dataset.de
  for (const element of document.querySelectorAll('[data-de-label]')) element.ariaLabel = element.dataset.deLabel
  document.querySelector('[name=language]').value = 'de'
}
const options = Object.fromEntries(new URLSearchParams(location.search))
const form = document.querySelector('form')
for (const [name, value] of Object.entries(options)) {
  const field = form.elements.namedItem(name)
  if (field) field.value = value
}

// The policy of the page forbids to send forms.
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
  location.search = new URLSearchParams(chosen)
})

const attributes = { assistant: '…', ...options }
const quote = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
document.getElementById('code').textContent = [
  `<script src="${location.origin}/widget.js" async`,
  ...Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  data-${name}="${quote(value)}"`),
]
  .join('\n')
  .concat('></script>')

if (options.assistant) {
  const script = document.createElement('script')
  script.src = '/widget.js'
  for (const [name, value] of Object.entries(options)) if (value !== '') script.dataset[name] = value
  document.body.append(script)
}
