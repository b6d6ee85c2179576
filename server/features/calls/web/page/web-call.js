// The page of a web call: a person talks to an assistant, reads captions, types and presses keys.
import { prepareTelephoneAudio, startWebCall } from './web-call-client.js'

const $ = (id) => document.getElementById(id)
const token = location.hash.slice(1)
const url = new URL('/web-call/media', location.href)
url.protocol = location.protocol === 'http:' ? 'ws:' : 'wss:'
const notices = {
  refused:
    'The microphone was refused, so the assistant cannot hear you. Type what to say, or allow it for the next call.',
  missing: 'No microphone was found. You can type what to say.',
}
const speakers = { customer: 'You', assistant: 'Assistant', agent: 'Agent' }
const endings = {
  ended: 'The call has ended',
  refused: 'This link was used or has expired',
  failed: 'The connection was lost',
}
const prepared = prepareTelephoneAudio()
let call

function showNotice(text) {
  $('notice').hidden = text === undefined
  $('notice').textContent = text ?? ''
}

function showCall(isOpen) {
  for (const id of ['mute', 'hang-up', 'typing', 'keys']) $(id).hidden = !isOpen
}

function captionOf({ speaker, text, interrupted }) {
  const node = document.createElement('p')
  const isOwn = speaker === 'customer'
  node.className = isOwn ? 'own-words' : ''
  const name = document.createElement('span')
  name.textContent = speakers[speaker]
  node.append(name, interrupted ? `${text} …` : text)
  return node
}

function showCaptions(from, captions) {
  const box = $('captions')
  while (box.children.length > from + captions.length) box.lastElementChild.remove()
  for (const [index, caption] of captions.entries()) {
    const node = captionOf(caption)
    const current = box.children[from + index]
    if (!current) box.append(node)
    else if (!current.isEqualNode(node)) current.replaceWith(node)
  }
  box.scrollTop = box.scrollHeight
}

$('call').addEventListener('click', () => {
  $('call').hidden = true
  $('status').textContent = 'Calling …'
  call = startWebCall({
    url,
    token,
    prepared,
    onStart() {
      $('status').textContent = 'On a call'
      showCall(true)
      $('hang-up').focus()
    },
    onCaptions: showCaptions,
    onMicrophone: (result) => result !== 'on' && showNotice(notices[result]),
    onEnd(ending) {
      $('status').textContent = endings[ending]
      showNotice(undefined)
      showCall(false)
    },
  })
})
$('hang-up').addEventListener('click', () => call.hangUp())
$('mute').addEventListener('click', () => {
  const isMuted = $('mute').getAttribute('aria-pressed') !== 'true'
  $('mute').setAttribute('aria-pressed', String(isMuted))
  call.mute(isMuted)
})
$('typing').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = $('text').value.trim()
  if (text !== '') call.say(text)
  $('text').value = ''
})
for (const key of '123456789*0#') {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: key })
  button.addEventListener('click', () => call.press(key))
  $('keypad').append(button)
}
if (token === '') {
  $('status').textContent = 'This address is incomplete'
  showNotice('The address of a call ends with a # and its token. Open the whole link that you were given.')
  $('call').hidden = true
}
