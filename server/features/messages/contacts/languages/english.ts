// Opting out of messages in English.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(messages?|texts?|text messages?|texting|messaging|sms|msgs?|whatsapps?|whatsapp messages|ads?|adverts?|advertising|promos?|promotions?|offers?|marketing|marketing (messages|texts)|newsletters?|notifications?|spam|stuff)'
const which = '( any| these| those| this| all| your| such| the| so many| more| further| other)*'
const ever =
  '( anymore|any more| again| at all| ever| ever again| on whatsapp| on this number| to me| to this number| from you)*'
const me = '( me| us| this number| my (phone|number|cell|mobile))?'
const act = '(text|message|messege|msg|contact|whatsapp|sms|spam|bother|disturb|email|ping)'
const acting = '(texting|messaging|msging|contacting|whatsapping|spamming|bothering|disturbing|emailing|pinging)'
const list =
  '(mailing list|contact list|marketing list|messaging list|text list|distribution list|newsletter|subscription list|database|system)'
const ask =
  '((can|could|would|will) you |(i )?(want|need|would like|told|asked) you( guys)? to |you (need|have) to |just |i said )?'

export const english: OptOutLanguage = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'unsubscribe me',
    'unsub',
    'optout',
    'opt out',
    'opt me out',
    'i opt out',
    'stop2quit',
    'lose my number',
  ],
  help: ['help', 'help me'],
  courtesies: [
    'please',
    'pls',
    'plz',
    'kindly',
    'thank you',
    'thanks',
    'thx',
    'now',
    'immediately',
    'ok',
    'okay',
    'hi',
    'hello',
    'hey',
    'sir',
    'madam',
    'sorry',
  ],
  requests: [
    phrase(`${ask}(stop|quit|cease) ${acting}${me}${ever}`),
    phrase(`${ask}(stop|quit|cease) writing( to)?( me| us)${ever}`),
    phrase(`${ask}(stop|quit|cease) sending( me| us)?(${which} ${messages})?${ever}`),
    phrase(`${ask}(stop|cancel|end)${which} ${messages}${ever}`),
    phrase(`(do not|dont|never|no longer) (ever )?${act}${me}${ever}`),
    phrase(`(do not|dont|never|no longer) (ever )?write( to)?( me| us)${ever}`),
    phrase(`(do not|dont|never|no longer) (ever )?send( me| us)?${which} ${messages}${ever}`),
    phrase(
      `${ask}(unsubscribe|opt out|opt me out|opt us out)${me}( (from|of)${which}( ${list}| list| lists| ${messages}| service| chat)?)?${ever}`,
    ),
    phrase(
      `${ask}(remove|delete|take)${me}( off| from| off of) (your( ${list}| list| lists| contacts)|(the|this|any|all)( ${list}))`,
    ),
    phrase(
      `(i|we) (want|would like|wish|d like|id like|wed like|need) to (unsubscribe|opt out)( (from|of)${which}( ${list}| list| ${messages}| service)?)?`,
    ),
    phrase(
      `(i|we) (do not|dont|no longer) (want|wish|need)( to (get|receive|have|be sent))?${which} ${messages}${ever}`,
    ),
    phrase(`(i|we) (do not|dont|no longer) (want|wish) to be (texted|messaged|contacted)${ever}`),
    phrase(`no more ${messages}${ever}`),
  ],
  besides: [
    phrase(
      '(i am |im |we are |were )?(not|no longer) interested( anymore|any more)?|no|leave me alone|i have asked (already|before)|this is spam',
    ),
    phrase(
      '(you have )?(the |this is the )?wrong (number|person)|i (never|did not|didnt) (sign|signed) up( for this)?',
    ),
  ],
  optedOut: 'You will receive no more messages from us. Write START to receive them again.',
  optedIn: 'You will receive our messages again. Write STOP to end them.',
  helpText:
    'You are writing with {name}. Write your question here, and we will answer. Write STOP to receive no more messages.',
}
