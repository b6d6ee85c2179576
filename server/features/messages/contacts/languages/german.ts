// Opting out of messages in German.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(nachricht|nachrichten|sms|werbung|werbenachrichten|werbe nachrichten|angebote|newsletter|whatsapps?|texte|meldungen|mails|spam)'
const none = '( keine| keinen| nichts| nie| niemals| nicht)'
const more = '( mehr| weitere| weiteren| wieder| je wieder| solche| solchen| diese)*'
const whom = '( mir| mich| uns)?'
const list =
  '((ihrer|eurer|deiner|ihrem|eurem) (liste|verteiler|datenbank|kontaktliste|mailingliste|kartei|kontakten|newsletter)|(der|dem) (mailingliste|verteiler|newsletter))'
const end = '((konnen|konnten|koennen|koennten|wurden|wuerden) sie )?(horen sie|hoeren sie|hort|hoert|hor|hoer)'

export const german: OptOutLanguage = {
  stop: [
    'stopp',
    'abmelden',
    'abmeldung',
    'abbestellen',
    'austragen',
    'abbestellung',
    'melden sie mich ab',
    'meldet mich ab',
    'ich mochte mich abmelden',
    'ich moechte mich abmelden',
    'tragen sie mich aus',
    'tragt mich aus',
  ],
  help: ['hilfe', 'hilf mir', 'helfen sie mir'],
  courtesies: [
    'bitte',
    'danke',
    'vielen dank',
    'danke schon',
    'jetzt',
    'sofort',
    'endlich',
    'hallo',
    'guten tag',
    'umgehend',
    'hiermit',
  ],
  requests: [
    phrase(
      `${end}( doch)? auf${whom}( noch| weiter| weitere| dauernd| standig| diese)*( ${messages})? (zu )?(schreiben|schicken|senden|kontaktieren|belastigen|texten|simsen|zuzuschicken|anzuschreiben|zu nerven|nerven)`,
    ),
    phrase(
      `(schreiben sie|schreibt|schreib|schreibe|texten sie|texte|textet|kontaktieren sie|kontaktiert|kontaktiere|belastigen sie|belastigt|behelligen sie)( mir| mich| uns)(${none}(${more}))`,
    ),
    phrase(
      `(schicken sie|schickt|schick|schicke|senden sie|sendet|sende|schreiben sie|schreibt|schreib)( mir| mich| uns)?( keine| keinen)${more} ${messages}${more}`,
    ),
    phrase(`(schicken sie|schickt|schick|senden sie|sendet)( mir| uns) nichts mehr`),
    phrase(
      `(mir |mich |uns )?nicht mehr (schreiben|kontaktieren|anschreiben|texten|belastigen)|(mir |uns )?keine${more} ${messages}${more}( (schicken|senden|schreiben|zusenden))?`,
    ),
    phrase(`(melden sie|meldet|meld|melde) mich( (von|vom|aus)( (ihren|euren|allen|diesen) ${messages}| ${list}))? ab`),
    phrase(`ich (mochte|moechte|will) mich von ((ihren|euren|allen|diesen) ${messages}|${list}) abmelden`),
    phrase(
      `(streichen sie|streicht|loschen sie|loescht|loscht|entfernen sie|entfernt|nehmen sie|nehmt|tragen sie|tragt) (mich|uns|meine nummer) (aus|von) ${list}( aus)?`,
    ),
    phrase(
      `(ich|wir) (mochte|moechte|will|wunsche|wuensche|mochten|moechten|wollen)( von (ihnen|euch))?( keine| keinen)${more} ${messages}${more}( von (ihnen|euch))?( mehr)?( (bekommen|erhalten|haben|empfangen))?( mehr)?`,
    ),
    phrase(`ich (mochte|moechte|will) nicht (mehr|weiter) (kontaktiert|angeschrieben|belastigt) werden`),
  ],
  besides: [
    phrase(
      'nein|(ich habe )?kein interesse( mehr)?|(sie haben die )?falsche nummer|lass(en sie|t)? mich in ruhe|das ist spam',
    ),
  ],
  optedOut: 'Sie erhalten keine Nachrichten mehr von uns. Schreiben Sie START, um sie wieder zu erhalten.',
  optedIn: 'Sie erhalten unsere Nachrichten wieder. Schreiben Sie STOP, um sie zu beenden.',
  helpText:
    'Sie schreiben mit {name}. Stellen Sie Ihre Frage hier, wir antworten Ihnen. Schreiben Sie STOP, um keine Nachrichten mehr zu erhalten.',
}
