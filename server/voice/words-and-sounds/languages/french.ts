// The word lists for turn-taking in French.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const french: TurnLanguage = {
  goesOn: phraseSet(
    "et, mais, parce que, car, donc, euh, heu, hum, le, la, les, un, une, des, du, de, mon, ma, mes, votre, vos, que, et puis, et ensuite, vous savez, je veux dire, attendez, voyons, mon numéro est, mon numéro c'est, le numéro c'est, c'est le, mon nom est, je m'appelle, mon adresse est, mon adresse c'est, mon e-mail est, mon mail c'est, le code est, je voudrais, j'aimerais, il faudrait, est-ce que",
  ),
  mayGoOn: phraseSet(
    "ou, est, sont, était, suis, à, au, aux, pour, par, dans, en, sur, avec, sans, chez, vers, depuis, jusqu'à, entre, comme, si, quand, qui, où, alors, peut-être, aussi, encore, je, nous, vous, il, elle, on, peux, peut, pourrait, voudrais, veux, ai, avez, avait, pas, très, plus, je pense, je crois, ce, cette, ces, son, sa, ses, leur, notre, c'est, j'ai",
  ),
  shortAnswers: phraseSet(
    "oui, ouais, non, si, d'accord, ok, okay, exactement, exact, tout à fait, bien sûr, parfait, c'est ça, c'est exact, c'est bien ça, oui c'est ça, oui merci, non merci, oui s'il vous plaît, s'il vous plaît, volontiers, avec plaisir, absolument, pas vraiment, pas encore, ça marche, ça me va, très bien, entendu, évidemment, c'est bon, oui bien sûr, pas du tout",
  ),
  questionWords: phraseSet(
    "quel, quelle, quels, quelles, quand, où, qui, comment, pourquoi, combien, quoi, lequel, laquelle, qu'est-ce, ou",
  ),
  digits: phraseMap(
    'zéro 0, un 1, une 1, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, double ×2, plus +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'dix, onze, douze, treize, quatorze, quinze, seize, vingt, trente, quarante, cinquante, soixante, septante, huitante, octante, nonante',
  ),
  spellingLinks: phraseSet('comme'),
  atSigns: phraseSet('arobase, at, arrobas'),
  signs: phraseMap('point ., underscore _, tiret du bas _, tiret -'),
  asksForPhone: phraseSet('téléphone, portable, mobile'),
  digitNouns: phraseSet('chiffre, chiffres'),
  asksForNumber: phraseSet(
    'numéro, téléphone, portable, code, code postal, chiffres, date de naissance, référence, iban',
  ),
  asksForEmail: phraseSet('e-mail, email, mail, courriel, adresse électronique'),
  asksForSpelling: phraseSet('épeler, épelez, lettre par lettre'),
  backchannels: phraseSet(
    "oui, ouais, ok, okay, d'accord, ah, ah oui, ah d'accord, mm, mhm, hm, hmm, hum, euh, bien, très bien, bon, ah bon, je vois, je comprends, compris, c'est ça, voilà, exact, exactement, parfait, entendu, super, merci, oh, tout à fait, bien sûr, génial, ça marche, effectivement, en effet",
  ),
  commands: phraseSet(
    "stop, arrêtez, arrête, attendez, attends, un instant, un moment, une minute, une seconde, deux secondes, pause, silence, taisez-vous, ça suffit, assez, excusez-moi, laissez-moi parler, laissez-moi finir, écoutez, allô, bonjour, vous êtes là, vous m'entendez, moins vite, plus lentement, doucement, répétez, vous pouvez répéter, pardon, comment, j'ai une question, une question, annulez, au revoir",
  ),
  politeWords: phraseSet(
    "s'il vous plaît, s'il te plaît, non, hé, oh, ok, okay, oui, mais, et, bon, désolé, euh, alors",
  ),
  farewells: phraseSet(
    "au revoir, adieu, à bientôt, à plus, à plus tard, à tout à l'heure, à demain, à la prochaine, bye, bye bye, ciao, bonne journée, une bonne journée, bonne fin de journée, bonne soirée, une bonne soirée, bon après-midi, bon week-end, un bon week-end, bonne nuit, raccrochez, vous pouvez raccrocher, bonne journée à vous, bonne journée à vous aussi, bonne soirée à vous, à vous aussi, prenez soin de vous",
  ),
  beforeMentions: phraseSet(
    'dire, dit, dis, disait, disant, à, un, une, le, mon, notre, pas, jamais, sans, avant, si, quand, ou',
  ),
  positiveWords: phraseSet(
    'super, génial, parfait, excellent, merci, formidable, magnifique, content, contente, heureux, heureuse, ravi, ravie, adore, bien, très bien, top, merveilleux, impeccable, satisfait, satisfaite',
  ),
  negativeWords: phraseSet(
    'problème, problèmes, cassé, cassée, malheureusement, fâché, furieux, en colère, plainte, réclamation, terrible, horrible, mauvais, mauvaise, mal, énervé, frustré, déçu, déçue, triste, malade, décédé, mort, perdu, perdue, blessé, inquiet, annuler, résilier, remboursement, en retard, ne marche pas, ne fonctionne pas, marche pas, fonctionne pas, jamais reçu, inacceptable, déteste, erreur, volé, souci, en panne',
  ),
  negations: phraseSet("pas, aucun, aucune, jamais, sans, pas de, n'"),
  leavesMessage: phraseSet(
    'laissez un message, laissez-moi un message, laisser un message, laissez votre message, laisser votre message, laissez vos coordonnées',
  ),
  voicemail: phraseSet(
    'pas disponible, indisponible, ne suis pas là, ne peux pas vous répondre, ne peux pas répondre, ne peut pas répondre, absent pour le moment, pas joignable, vous rappellerai, vous rappelle, vous êtes bien sur, vous êtes bien au, bien sur le répondeur',
  ),
  persons: phraseSet(
    "avec moi, à moi, mon portable, mon mobile, bonne personne, bon numéro, mauvais numéro, il ne peut pas, elle ne peut pas, il n'est pas, elle n'est pas, il est, elle est, je lui, lui dire, voulez-vous, souhaitez-vous, puis-je, c'est à quel sujet, qui est à l'appareil, je vous écoute",
  ),
  handsOver: phraseSet("allez-y, je vous écoute, à l'appareil, dites-moi"),
  networks: phraseSet(
    'votre correspondant, le correspondant, que vous avez composé, que vous avez demandé, que vous demandez, veuillez rappeler, rappeler ultérieurement, le numéro',
  ),
  tone: phraseSet(
    'après le bip, après le bip sonore, après le signal, après le signal sonore, après la tonalité, messagerie, boîte vocale, répondeur, messagerie vocale',
  ),
  menu: phraseSet(
    'tapez, appuyez sur, tapez un, tapez 1, faites le, menu principal, touche, touche étoile, touche dièse, conversation peut être enregistrée, appel est susceptible, susceptible d’être enregistré, conseillers sont, un conseiller va, veuillez patienter, merci de patienter, ne quittez pas, horaires d’ouverture, restez en ligne',
  ),
  screening: phraseSet(
    'dites votre nom, indiquez votre nom, donnez votre nom, enregistrez votre nom, votre nom et la raison, votre nom et le motif, raison de votre appel, motif de votre appel, filtrage d’appels, qui appelle, précisez votre nom',
  ),
  services: phraseSet(
    'veuillez patienter, patientez, un instant, un moment, ne quittez pas, restez en ligne, mets en relation, met en relation, mise en relation, transfère votre, transférer votre, transfert de votre, je vérifie, vérifier si, si cette personne, de votre appel, de votre attente, votre patience, bienvenue, pas disponible, indisponible, ne peut pas parler, ne peut pas répondre, ne peut pas prendre, ne souhaite pas, votre message, rappeler plus tard, réessayer plus tard, est-ce urgent, de votre liste',
  ),
  greetings: phraseSet('allô, allo, bonjour, bonsoir, oui, salut, qui est à l’appareil, c’est qui'),
  introductions: phraseSet('à l’appareil, je m’appelle, ici, vous êtes bien chez, vous parlez à, vous parlez avec'),
  welcomes: phraseSet(
    'merci de votre appel, merci pour votre appel, merci d’avoir appelé, bienvenue chez, bienvenue à',
  ),
  offersHelp: phraseSet(
    'que puis-je faire pour vous, comment puis-je vous aider, en quoi puis-je vous aider, puis-je vous aider, je peux vous aider, qu’est-ce que je peux faire pour vous, je vous écoute, comment puis-je vous renseigner, à l’appareil',
  ),
  holdRequests: phraseSet(
    'ne quittez pas, restez en ligne, ne raccrochez pas, veuillez patienter, merci de patienter, vous mets en attente, vous mets en relation, je vous passe, je vous le passe, je vous la passe, je vous transfère, je transfère votre, je vous mets en, je reviens, un instant je reviens, chercher un stylo, prends un stylo, de quoi noter, de quoi écrire',
  ),
  moments: phraseSet(
    'un instant, un petit instant, un moment, un petit moment, une minute, une petite minute, une seconde, une petite seconde, deux secondes, deux minutes, attendez un instant, attendez une seconde, attendez une minute, attendez deux secondes, attends deux secondes, attends une seconde, patientez, patientez s’il vous plaît, vous patientez',
  ),
  errands: phraseSet(
    'je vais, je cherche, je regarde, je vérifie, je demande, je prends, je note, je dois, je reviens, je vous passe, laissez-moi, le temps de, il faut que je',
  ),
  queues: phraseSet(
    'appel est important, appel est très important, tous nos conseillers, nos conseillers sont, tous nos agents, nos agents sont, tous nos opérateurs, un conseiller va, prochain conseiller, temps d’attente estimé, dans la file d’attente',
  ),
  unreachable: {
    circuits_busy: phraseSet(
      'réseau est saturé, lignes sont saturées, lignes sont encombrées, encombrement, réseau est encombré',
    ),
    busy: phraseSet('ligne est occupée, lignes sont occupées, correspondant est déjà en ligne'),
    no_answer: phraseSet(
      "ne répond pas, n’est pas joignable, est injoignable, ne peut être joint, pas joignable, injoignable, n'est pas disponible pour le moment, est éteint",
    ),
    mailbox_full: phraseSet(
      'messagerie est pleine, boîte vocale est pleine, boîte est pleine, plus recevoir de messages, n’a pas été configurée, messagerie est saturée, boîte vocale est saturée, messagerie de votre correspondant est pleine',
    ),
    calls_refused: phraseSet('n’accepte pas les appels, refuse les appels anonymes, appels masqués'),
    number_unavailable: phraseSet(
      'n’est pas attribué, pas attribué, n’est plus attribué, n’est plus en service, pas en service, numéro que vous avez composé, numéro que vous avez demandé, n’existe pas, ne peut aboutir, ne peut pas aboutir',
    ),
  },
  abbreviations: phraseSet(
    'm, mm, mme, mlle, mgr, dr, pr, st, ste, av, bd, etc, ex, env, tél, max, min, art, réf, janv, févr, avr, juil, sept, oct, nov, déc, vol, chap, éd, cf, approx, hab, apr, av',
  ),
  and: 'et',
  to: 'à',
  bridges: ['Un instant, s’il vous plaît.', 'Je vérifie cela pour vous.', 'Une seconde, je regarde.'],
  patience: ['Je vérifie encore, merci de votre patience.', 'Cela prend un peu plus de temps, encore un instant.'],
  apology: 'Je suis désolé, je rencontre un problème technique. Au revoir.',
  stillThere: 'Êtes-vous toujours là ?',
  trouble: 'Excusez-moi, un problème est survenu. Pouvez-vous répéter ?',
  goodbye: 'Au revoir.',
  optedOut: 'J’ai bien noté que vous ne souhaitez plus être appelé. Au revoir.',
  nobodyReached: 'Malheureusement, personne n’est joignable pour le moment. Au revoir.',
  purpose: 'Ici {name}, et le motif de mon appel est le suivant : {purpose}',
  timeOver: 'Le temps prévu pour cet appel est écoulé. Au revoir.',
  silenceGoodbye: 'Je ne vous entends pas, je mets donc fin à l’appel. Au revoir.',
}
