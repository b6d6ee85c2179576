// The page of a web call: a person talks to an assistant, reads captions, types and presses keys.
import { createCaptionList } from './caption-list.js'
import { stayAtEnd } from './stay-at-end.js'
import { prepareTelephoneAudio, startWebCall } from './web-call-client.js'

const $ = (id) => document.getElementById(id)
const token = location.hash.slice(1)
const url = new URL('/web-call/media', location.href)
url.protocol = location.protocol === 'http:' ? 'ws:' : 'wss:'
const notices = {
  refused:
    'The microphone was refused, so the assistant cannot hear you. Type what to say, or allow it for the next call.',
  missing: 'No microphone was found. You can type what to say.',
  lost: 'The microphone was disconnected. Another one is used as soon as there is one; you can type until then.',
}
const endings = {
  ended: 'The call has ended',
  refused: 'This link was used or has expired',
  failed: 'The connection was lost',
}
stayAtEnd($('captions'))
const captions = createCaptionList($('captions'), {
  speakers: { customer: 'You', assistant: 'Assistant', agent: 'Agent' },
})
const prepared = prepareTelephoneAudio()
let call

function showNotice(text) {
  $('notice').hidden = text === undefined
  $('notice').textContent = text ?? ''
}

function showCall(isOpen) {
  for (const id of ['mute', 'hang-up', 'typing', 'keys']) $(id).hidden = !isOpen
}

/** What the page is for, and how to get a link that admits a call. */
function showHelp() {
  $('help').hidden = false
  $('captions').hidden = true
}

$('call').addEventListener('click', () => {
  $('call').hidden = $('intro').hidden = true
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
    onCaptions: captions.replace,
    onMicrophone: (result) => showNotice(notices[result]),
    onEnd(ending) {
      $('status').textContent = endings[ending]
      showNotice(undefined)
      showCall(false)
      if (ending === 'refused') showHelp()
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
  showNotice('The token of the call is missing: the whole address ends with # and the token.')
  $('call').hidden = $('intro').hidden = true
  showHelp()
}
