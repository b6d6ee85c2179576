// Includes the chat widget, if the address of a page has had the parameter `assistant` in this tab.
const assistant = new URLSearchParams(location.search).get('assistant') ?? sessionStorage.getItem('assistant')
if (assistant && widgetUrl) {
  sessionStorage.setItem('assistant', assistant)
  const widget = document.createElement('script')
  widget.src = widgetUrl
  widget.async = true
  widget.dataset.assistant = assistant
  widget.dataset.title = 'Harbour Street Bakery'
  widget.dataset.color = '#8a3b12'
  document.head.append(widget)
}
