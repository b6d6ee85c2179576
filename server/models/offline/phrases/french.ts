// The phrases and patterns of the offline model in French.
import type { Phrases } from './english.ts'

export const french: Phrases = {
  greeting: 'Bonjour ! Comment puis-je vous aider ?',
  again: 'Re-bonjour ! Que puis-je faire pour vous ?',
  thanks: 'Je vous en prie. Y a-t-il autre chose ?',
  goodbye: 'Au revoir et bonne journée.',
  noted: 'Très bien, c’est noté. Y a-t-il autre chose ?',
  acknowledged: 'Merci beaucoup.',
  name: 'Je m’appelle {value}.',
  fact: '{name} : {value}.',
  told: 'Vous m’avez dit : {value}.',
  pleased: 'Merci, {value}. Que puis-je faire pour vous ?',
  tool: '{name} a répondu : {value}',
  source: '(Source : {name})',
  sourcePage: '(Source : {name}, page {page})',
  sourceSpoken: 'D’après le document {name} : {value}',
  notInDocuments: 'Les documents ne disent rien à ce sujet.',
  searchFailed: 'Je ne peux pas consulter les documents pour le moment.',
  honest:
    'Je suis le modèle hors ligne (offline) intégré à Parley et je ne connais que des tournures simples ; l’opérateur connecte un vrai modèle avec OPENAI_API_KEY ou OPENAI_BASE_URL.',
  honestSpoken: 'Je suis le modèle hors ligne de Parley et je ne connais que des réponses simples.',
  limits: [
    'C’est plus que ce modèle hors ligne ne sait répondre. Puis-je chercher quelque chose de plus simple ?',
    'Sans un vrai modèle, je n’ai pas de réponse à cela. Que voulez-vous savoir d’autre ?',
    'Je n’ai pas compris. Pouvez-vous le dire en quelques mots simples ?',
  ],
  hears: {
    hello: /^(bonjour|bonsoir|salut|coucou|allo)\b/,
    thanks: /\b(merci)\b/,
    goodbye: /\b(au revoir|a bientot|bonne (journee|soiree|nuit))\b/,
    optOut:
      /\bne (m|me|nous) ?(rappelez|appelez|contactez|telephonez) (plus|jamais)\b|\b(arretez|cessez) de (m |me |nous )?(appeler|rappeler|telephoner|contacter)\b|\b(retirez|supprimez|enlevez) (moi|nous|mon numero) de (votre|la|vos) listes?\b|\bne (veux|souhaite) plus (etre (appelee?|contactee?|rappelee?)|d appels?)\b|\bplus d appels?\b/,
    thisTopic: /\b(a ce sujet|pour ca|pour cela|de cela|de ca|cette offre|ce produit)\b/,
    yes: /^(oui|ouais|bien sur|d accord|exact|exactement)\b/,
    no: /^(non|rien|aucun)\b/,
    question: /\?|^(que|quel|quelle|quand|ou|qui|comment|dites moi|qu est ce)\b/,
    myNature:
      /\b(es tu|etes vous|tu es|vous etes) (un |une |vraiment )?(personne|humaine?|robot|machine|bot|ia|chatgpt|reelle?)\b|\bquel modele\b|^qui (es tu|etes vous)/,
    yourName: /\b(ton|votre) nom\b|\bcomment (t appelles tu|tu t appelles|vous appelez vous|vous vous appelez)\b/,
    introduces: /(?:je m['’]appelle|mon nom est)\s+/i,
    words: {
      name: ['nom', 'prenom', 'appelle'],
      phone: ['telephone', 'numero'],
      email: ['courriel', 'mail'],
      date: ['date'],
      appointment: ['rendez'],
      order: ['commande'],
      price: ['prix'],
      address: ['adresse'],
      time: ['heure'],
      hours: ['horaires'],
      company: ['entreprise', 'societe'],
      city: ['ville'],
      status: ['statut', 'etat'],
    },
  },
}
