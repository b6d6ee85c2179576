// The server's sentences that are always the same.
const sentences: Readonly<Record<string, string>> = {
  // Requests in general
  'Server Error': 'Une erreur est survenue sur le serveur. Réessayez.',
  'Too Many Attempts.': 'Trop de tentatives. Patientez un instant, puis réessayez.',
  'Unauthenticated.': 'Reconnectez-vous pour continuer.',
  'The given data was invalid.': 'Certaines valeurs ne sont pas valides.',
  'The service is busy. Try again in a moment.': 'Le service est surchargé. Réessayez dans un instant.',
  'The POST data is too large.': 'Les données sont trop volumineuses.',
  'The request body was sent too slowly.': 'Les données ont été envoyées trop lentement.',
  'The request body is incomplete.': 'Les données sont arrivées incomplètes. Réessayez.',
  'The reply was erased with the data of a person.': 'La réponse a été effacée avec les données d’une personne.',
  'The idempotency key was used before with another request.':
    'La même opération a déjà été envoyée avec d’autres valeurs. Rechargez la page.',
  'The first request with this idempotency key is still being answered. Send it again under the same key in a moment.':
    'L’opération est encore en cours. Réessayez dans un instant.',

  // What was done
  'Call initiated successfully': 'L’appel est lancé.',
  'Leads imported successfully': 'Les prospects ont été importés.',
  'Webhook delivery queued.': 'Le webhook va être envoyé.',
  'The call is being ended.': 'L’appel va prendre fin.',
  'The call was handed back to the assistant.': 'L’appel a été rendu à l’assistant.',
  'The assistant has been instructed.': 'L’assistant a reçu l’instruction.',
  'Added to the do-not-contact list': 'Les numéros figurent dans la liste d’opposition.',
  'Deleted from the do-not-contact list': 'L’entrée a été retirée de la liste d’opposition.',

  // Records that do not exist
  'API key not found.': 'Cette clé API n’existe pas.',
  'Account not found.': 'Ce compte n’existe pas.',
  'Assistant not found': 'Cet assistant n’existe pas.',
  'Assistant not found or does not belong to the authenticated user': 'Cet assistant n’existe pas.',
  'Automation not found': 'Cette automatisation n’existe pas.',
  'Calendar not found': 'Cet agenda n’existe pas.',
  'Call not found': 'Cet appel n’existe pas.',
  'Campaign not found.': 'Cette campagne n’existe pas.',
  'Carrier account not found': 'Ce compte opérateur n’existe pas.',
  'Connection not found.': 'Cette connexion n’existe pas.',
  'Conversation not found': 'Cette conversation n’existe pas.',
  'Do-not-contact entry not found': 'Cette entrée de la liste d’opposition n’existe pas.',
  'Document not found.': 'Ce document n’existe pas.',
  'Erasure not found': 'Cet effacement n’existe pas.',
  'Folder not found': 'Ce dossier n’existe pas.',
  'From number not found': 'Le numéro de téléphone de l’expéditeur n’existe pas.',
  'Invitation not found.': 'Cette invitation n’existe pas.',
  'Knowledgebase not found.': 'Cette base de connaissances n’existe pas.',
  'Label not found': 'Cette étiquette n’existe pas.',
  'Lead not found': 'Ce prospect n’existe pas.',
  'Member not found.': 'Ce membre n’existe pas.',
  'Note not found': 'Cette note n’existe pas.',
  'Phone number not found': 'Ce numéro de téléphone n’existe pas.',
  'Run not found': 'Cette exécution n’existe pas.',
  'Run not found for this automation': 'Cette automatisation n’a pas cette exécution.',
  'Run not found for this automation.': 'Cette automatisation n’a pas cette exécution.',
  'SMS not found': 'Ce SMS n’existe pas.',
  'Saved reply not found': 'Cette réponse type n’existe pas.',
  'Sender not found': 'Cet expéditeur n’existe pas.',
  'Sender not found or does not belong to you': 'Cet expéditeur n’existe pas.',
  'Session not found.': 'Cette session n’existe pas.',
  'Template not found or does not belong to this sender': 'Cet expéditeur n’a pas ce modèle.',
  'Test not found': 'Ce test n’existe pas.',
  'The assistant does not exist.': 'Cet assistant n’existe pas.',
  'The template does not exist.': 'Ce modèle n’existe pas.',
  'Tool not found': 'Cet outil n’existe pas.',
  'User not found.': 'Cet utilisateur n’existe pas.',
  'Version not found': 'Cette version n’existe pas.',
  'View not found': 'Cette vue n’existe pas.',
  'Webhook delivery not found.': 'Cet envoi n’existe pas.',

  // Assistants and their tests
  'An assistant may have 100 tests.': 'Un assistant peut avoir 100 tests au maximum.',
  'The account has reached its number of test runs for today.':
    'Le compte a atteint son nombre d’exécutions de tests pour aujourd’hui.',
  'Nothing was said in the call, what was said has been deleted, or the call is still in progress.':
    'Rien n’a été dit pendant l’appel, la transcription a été supprimée, ou l’appel est encore en cours.',
  'The assistant of the call has been deleted.': 'L’assistant de cet appel a été supprimé.',
  'The assistant has been deleted.': 'L’assistant a été supprimé.',
  'This API key lacks the scope calls:read.': 'Cette clé API ne permet pas de lire les appels.',
  'The assistant has been changed since you read it. Read it again, and repeat your change.':
    'L’assistant a été modifié entre-temps. Rechargez-le, puis refaites votre modification.',
  'The assistant cannot make calls.': 'L’assistant ne peut pas passer d’appels.',
  'The assistant is an inbound assistant, which cannot make calls.':
    'L’assistant reçoit des appels et ne peut pas en passer.',
  'The assistant is deactivated.': 'L’assistant est désactivé.',
  'The assistant has no phone number to call from.': 'L’assistant n’a pas de numéro de téléphone pour appeler.',
  'The carrier account of the phone number is no longer set.': 'Le compte opérateur de ce numéro n’est plus configuré.',
  'The run was interrupted several times, and is not begun again.':
    'L’exécution a été interrompue plusieurs fois et ne sera pas relancée.',
  'The run took longer than two minutes.': 'L’exécution a duré plus de deux minutes.',
  'The run could not be completed because of an internal error.':
    'L’exécution n’a pas pu aboutir à cause d’une erreur interne.',
  'Interruptions cannot be disabled in multimodal or dualplex mode.':
    'Avec ce type de modèle, les interruptions ne peuvent pas être désactivées.',
  'Only function_call mode is available for multimodal assistants.':
    'Avec ce type de modèle, l’assistant ne consulte la base de connaissances qu’en cas de besoin.',
  'Fillers are available in pipeline mode only.':
    'Les mots d’attente ne sont possibles qu’avec le type de modèle « Standard ».',
  'The selected voice is not compatible with the chosen synthesizer provider.':
    'La voix ne convient pas au fournisseur de la synthèse vocale.',
  'The selected synthesizer provider is not compatible with the voice of the assistant.':
    'Le fournisseur de la synthèse vocale ne convient pas à la voix de l’assistant.',
  'The selected voice is not compatible with the chosen model.': 'La voix ne convient pas au modèle.',
  'The selected transcriber provider does not support the chosen language.':
    'Le fournisseur de la reconnaissance vocale ne prend pas en charge cette langue.',
  'The selected synthesizer provider does not support the chosen language.':
    'Le fournisseur de la synthèse vocale ne prend pas en charge cette langue.',
  'The selected voice is not compatible with the chosen engine type.': 'La voix ne convient pas au type de modèle.',
  'The selected voice is not compatible with the chosen language.': 'La voix ne convient pas à la langue.',
  'The event type does not belong to a calendar that is connected to this account.':
    'Le type de rendez-vous n’appartient à aucun agenda connecté à ce compte.',

  // Automations
  'Write the expression without double braces.': 'Écrivez l’expression sans doubles accolades.',
  'The cron pattern is not valid, or has no further time.':
    'L’expression cron n’est pas valide ou ne donne plus aucune date.',
  'The type of the step is not known.': 'Le type de l’étape est inconnu.',
  'The expression is empty.': 'L’expression est vide.',
  'The name must have 1 to 64 of the characters a to z, 0 to 9 and _.':
    'Le nom doit comporter de 1 à 64 caractères parmi a à z, 0 à 9 et _.',
  'A step is referenced by its name, such as `steps.lookup`.':
    'Une étape se désigne par son nom, par exemple steps.lookup.',
  '`{{` has no closing `}}`.': 'Il manque }} après {{.',
  'An automation has at most 10,000 expressions.': 'Une automatisation comporte 10 000 expressions au maximum.',
  'The flow does something that the API key may not do.': 'Le flux contient une action que la clé API n’autorise pas.',
  'The flow sends, spends or changes something. Confirm this with confirm_side_effects.':
    'Le flux envoie, dépense ou modifie quelque chose. Cela doit être confirmé.',
  'The key was encrypted with another master key. Enter it again, or restore the former master key.':
    'La clé a été chiffrée avec une autre clé principale. Saisissez-la de nouveau ou rétablissez l’ancienne clé principale.',
  'The secret of the connection was encrypted with another master key. Enter it again, or restore the former master key.':
    'Le secret de la connexion a été chiffré avec une autre clé principale. Saisissez-le de nouveau ou rétablissez l’ancienne clé principale.',
  'The secret of the carrier account was encrypted with another master key. Enter it again, or restore the former master key.':
    'Les identifiants du compte opérateur ont été chiffrés avec une autre clé principale. Saisissez-les de nouveau ou rétablissez l’ancienne clé principale.',
  'The API key of the calendar was encrypted with another master key. Enter it again, or restore the former master key.':
    'La clé API de l’agenda a été chiffrée avec une autre clé principale. Saisissez-la de nouveau ou rétablissez l’ancienne clé principale.',
  'A stored secret was encrypted with another master key. Enter it again, or restore the former master key.':
    'Un secret enregistré a été chiffré avec une autre clé principale. Saisissez-le de nouveau ou rétablissez l’ancienne clé principale.',
  'The secret of the authenticator app was encrypted with another master key. Sign in with a recovery code, and set up the app again.':
    'Le secret de l’application d’authentification a été chiffré avec une autre clé principale. Connectez-vous avec un code de récupération, puis configurez de nouveau l’application.',
  'No mail server is configured. The operator of this installation can set one up.':
    'Aucun serveur de messagerie n’est configuré. L’exploitant de cette installation peut en configurer un.',
  'The mail server refuses all recipients.': 'Le serveur de messagerie refuse tous les destinataires.',
  'The flow has no steps.': 'Le flux ne contient aucune étape.',
  'The flow is not valid.': 'Le flux n’est pas valide.',
  'The type of the trigger is not known.': 'Le type du déclencheur est inconnu.',
  'bind_webhook needs an assistant.': 'Choisissez un assistant pour le webhook.',
  'The webhook of the assistant has another URL already.': 'Le webhook de l’assistant a déjà une autre URL.',
  'The flow names a connection that does not exist.': 'Le flux utilise une connexion qui n’existe pas.',
  'The automation could not be stored.': 'L’automatisation n’a pas pu être enregistrée.',
  'The automation has been changed since you read it. Read it again, and repeat your change.':
    'L’automatisation a été modifiée entre-temps. Rechargez-la, puis refaites votre modification.',
  'The automation has no earlier version.': 'L’automatisation n’a pas de version antérieure.',
  'The run has not failed, so there is nothing to retry.': 'L’exécution n’a pas échoué : il n’y a rien à relancer.',
  'The run has passed a delay, so its data are old. Start a new run instead.':
    'L’exécution a passé un délai d’attente, ses données ne sont plus à jour. Lancez une nouvelle exécution.',
  'The retry could not be started. Try again shortly.': 'La relance n’a pas pu démarrer. Réessayez dans un instant.',
  'An earlier request created the automation, and it is being deleted.':
    'L’automatisation est en cours de suppression.',
  'The time zone is not valid.': 'Le fuseau horaire n’est pas valide.',
  'The receiver responded with 410 and gets no more requests.':
    'Le destinataire a répondu avec 410 et ne reçoit plus de requêtes.',
  'The step needs an assistant id, because the automation has no assistant.':
    'L’étape a besoin d’un assistant, car l’automatisation n’en a pas.',
  'The automation does not exist.': 'L’automatisation n’existe pas.',
  'The run of the other automation was deleted.': 'L’exécution de l’autre automatisation a été supprimée.',
  'The items of a loop must be a list.': 'Les éléments d’une boucle doivent être une liste.',
  'The expression of a condition must be true or false.': 'L’expression d’une condition doit être vraie ou fausse.',
  'A delay needs either seconds or until.': 'Une attente a besoin soit d’une durée, soit d’un instant.',
  'A delay may not be longer than a year.': 'Une attente peut durer un an au maximum.',
  'The expression takes too many steps.': 'L’évaluation de l’expression demande trop d’étapes.',
  'A number cannot be divided by zero.': 'Un nombre ne peut pas être divisé par zéro.',
  'The result is not a finite number.': 'Le résultat n’est pas un nombre fini.',
  'The JSON is nested deeper than 32 levels.': 'Le JSON a plus de 32 niveaux.',
  'The response of the token url contains no access token.':
    'La réponse de l’adresse des jetons ne contient pas de jeton d’accès.',
  'Too many code steps are waiting.': 'Trop d’étapes de code sont en attente.',
  'The process ends.': 'Le processus se termine.',
  'The selected model id is invalid.': 'Le modèle choisi n’est pas disponible.',
  'The request may already have been sent, because an earlier run of the step was interrupted. It is not sent again.':
    'La requête a peut-être déjà été envoyée, car une exécution précédente de l’étape a été interrompue. Elle n’est pas renvoyée.',
  'The response has an unknown encoding.': 'La réponse a un encodage inconnu.',

  // Balance and usage
  'The usage has too many rows. Choose fewer days, a filter or fewer groups.':
    'La consommation comporte trop de lignes. Choisissez moins de jours, un filtre ou moins de groupes.',
  'The available balance (without holds) is lower than this amount.':
    'Le solde disponible (hors montants réservés) est inférieur à ce montant.',
  'The reference was used for another amount.': 'La référence a déjà servi pour un autre montant.',
  'Insufficient balance': 'Le solde est insuffisant.',
  'Insufficient balance to make call. Please top up your account.':
    'Le solde est insuffisant pour cet appel. Rechargez votre compte.',
  'Insufficient balance. Please top up your account.': 'Le solde est insuffisant. Rechargez votre compte.',
  'Insufficient balance to start the campaign. Please top up your account.':
    'Le solde est insuffisant pour démarrer la campagne. Rechargez votre compte.',

  // Calls
  'Invalid phone number format. Please use E.164 format (e.g. +1234567890)':
    'Saisissez le numéro de téléphone avec l’indicatif du pays, par exemple +33199001234.',
  'The phone number is not a number that can be called.': 'Ce numéro de téléphone ne peut pas être appelé.',
  'The number is on the do-not-contact list of the account.': 'Ce numéro figure dans la liste d’opposition du compte.',
  'The account has reached a limit for outgoing calls.': 'Le compte a atteint une limite d’appels sortants.',
  'The account has reached its spending limit for calls per hour.':
    'Le compte a atteint sa limite de dépenses horaire pour les appels.',
  'The account has reached its spending limit for calls per day.':
    'Le compte a atteint sa limite de dépenses quotidienne pour les appels.',
  'The call is still in progress.': 'L’appel est encore en cours.',
  'The call has no recording': 'Cet appel n’a pas d’enregistrement.',
  'The call is not live.': 'L’appel n’est pas en cours.',
  'The call or the account has too many listeners.': 'Trop de personnes écoutent déjà.',
  'The call has too many whispers.': 'L’appel a déjà reçu trop d’instructions.',
  'This is neither a phone number nor the extension of a telephone.':
    'Ce n’est ni un numéro de téléphone ni le numéro d’un poste.',
  'The call cannot be transferred to this number.': 'L’appel ne peut pas être transféré vers ce numéro.',
  'Another person has the call.': 'Une autre personne a repris l’appel.',
  'No person has the call.': 'Personne n’a repris l’appel.',
  'The person declined or did not accept the call. The customer is still on the line.':
    'La personne n’a pas accepté l’appel. Le client est toujours en ligne.',
  'The line is busy. The customer is still on the line.': 'La ligne est occupée. Le client est toujours en ligne.',
  'Nobody answered. The customer is still on the line.': 'Personne n’a répondu. Le client est toujours en ligne.',
  'A voicemail answered. The customer is still on the line.':
    'Un répondeur a décroché. Le client est toujours en ligne.',
  'The call to the person failed. The customer is still on the line.':
    'L’appel vers cette personne a échoué. Le client est toujours en ligne.',
  'Nobody accepted the call in time. The customer is still on the line.':
    'Personne n’a accepté l’appel à temps. Le client est toujours en ligne.',

  // Campaigns and leads
  "Invalid action. Must be either 'start' or 'stop'.": 'Une campagne peut seulement être démarrée ou mise en pause.',
  'The campaign has no leads to contact.': 'La campagne n’a aucun prospect à contacter.',
  'The campaign is not in progress.': 'La campagne n’est pas en cours.',
  'The campaign is already in progress.': 'La campagne est déjà en cours.',
  'The campaign needs an assistant that calls.': 'Il faut à la campagne un assistant qui passe des appels.',
  'The assistant of the campaign no longer exists.': 'L’assistant de la campagne n’existe plus.',
  'The campaign has no assistant.': 'La campagne n’a pas d’assistant.',
  'The campaign needs a sender of chat-app messages.':
    'Il faut à la campagne un expéditeur pour l’application de chat.',
  'The campaign needs a template.': 'Il faut à la campagne un modèle.',
  'The sender of the campaign no longer exists.': 'L’expéditeur de la campagne n’existe plus.',
  'The template of the campaign does not belong to its sender.':
    'Le modèle de la campagne n’appartient pas à son expéditeur.',
  'The sender of the campaign has no assistant that answers.':
    'L’expéditeur de la campagne n’a pas d’assistant pour répondre.',
  'The campaign needs a phone number that sends SMS.':
    'Il faut à la campagne un numéro de téléphone qui envoie des SMS.',
  'The campaign needs the text of its SMS.': 'Il faut à la campagne le texte de son SMS.',
  'The phone number of the campaign no longer exists.': 'Le numéro de téléphone de la campagne n’existe plus.',
  'A retry on an incomplete goal needs a goal completion variable.':
    'Pour réessayer quand l’objectif n’est pas atteint, choisissez le champ qui indique s’il est atteint.',
  'The campaign already has a lead with this phone number.': 'La campagne a déjà un prospect avec ce numéro.',
  'The campaign was stopped by a request.': 'La campagne a été mise en pause.',
  'The campaign has not started yet.': 'La campagne n’a pas encore commencé.',
  'The schedule of the campaign does not allow contacts at this time.':
    'Les horaires de la campagne n’autorisent aucun contact en ce moment.',
  'The law does not allow contacts at this time where the person is.':
    'La loi n’autorise pas les contacts à cette heure là où se trouve la personne.',
  'The person was contacted recently.': 'La personne a été contactée récemment.',
  'The person was contacted as often as allowed within 24 hours.':
    'La personne a été contactée autant de fois que permis en 24 heures.',
  'The next attempt follows after the retry interval.':
    'La prochaine tentative aura lieu après le délai entre deux tentatives.',
  'The server interrupted the call, and the next attempt follows at once.':
    'Le serveur a interrompu l’appel, la prochaine tentative a lieu aussitôt.',
  'A limit for the outgoing calls of the account is reached.': 'Une limite d’appels sortants du compte est atteinte.',
  'The balance is reserved for calls and messages in progress.':
    'Le solde est réservé pour des appels et des messages en cours.',
  'The campaign has sent as many messages as it may per minute.':
    'La campagne a envoyé autant de messages que permis par minute.',
  'The messaging limit of the sender is used up.': 'La limite de messages de l’expéditeur est atteinte.',
  'No lead waits for an attempt, but some attempts are in progress.':
    'Aucun prospect n’attend de tentative, mais des tentatives sont en cours.',
  'The campaign waits for leads.': 'La campagne attend des prospects.',
  'All slots for calls are in use.': 'Toutes les places d’appel sont occupées.',
  'An internal error occurred, and the campaign tries again.': 'Une erreur interne est survenue, la campagne réessaie.',
  'The campaign has not been started.': 'La campagne n’a pas encore été démarrée.',
  'The campaign is paused.': 'La campagne est en pause.',
  'The campaign is completed. Start it again to contact this lead.':
    'La campagne est terminée. Redémarrez-la pour contacter ce prospect.',
  'The lead is contacted when its turn comes.': 'Le prospect sera contacté à son tour.',

  'The first line has a quotation mark without a counterpart.':
    'La première ligne contient un guillemet qui n’est pas fermé.',
  'The line has a quotation mark without a counterpart.': 'La ligne contient un guillemet qui n’est pas fermé.',
  'The line is longer than 1 MB.': 'La ligne dépasse 1 Mo.',

  // Conversations
  'There can be at most 200 labels.': 'Le compte peut avoir 200 étiquettes au maximum.',
  'Views are saved for members of the account only.': 'Seuls les membres du compte peuvent enregistrer des vues.',
  'There can be at most 50 views.': 'Le compte peut avoir 50 vues au maximum.',
  'Another member owns the conversation.': 'Un autre membre a repris la conversation.',
  'There can be at most 500 notes.': 'Une conversation peut avoir 500 notes au maximum.',
  'There can be at most 500 saved replies.': 'Le compte peut avoir 500 réponses types au maximum.',
  'This chat does not accept files.': 'Ce chat n’accepte pas de fichiers.',
  'A conversation can have at most 50 files.': 'Une conversation peut avoir 50 fichiers au maximum.',
  'The file could not be stored. Try again later.': 'Le fichier n’a pas pu être enregistré. Réessayez plus tard.',
  'Failed to process message: The assistant has no answer at the moment.':
    'L’assistant n’a pas de réponse pour le moment.',
  'In conversations of the chat app and SMS, only the customer writes messages.':
    'Dans les conversations de l’application de chat et par SMS, seul le client écrit des messages.',
  'The selected conversation label is invalid.': 'Cette étiquette n’existe plus.',

  // Messages, senders and templates
  'Sender is not online. Current status: offline': 'L’expéditeur n’est pas en ligne.',
  'The 24-hour messaging window is closed. Customer must reply first, or use a template message.':
    'La fenêtre de 24 heures est fermée. Attendez une réponse du client ou envoyez un modèle.',
  'The 24-hour messaging window is closed. Customer must reply first.':
    'La fenêtre de 24 heures est fermée. Le client doit d’abord répondre.',
  'No conversation exists with this recipient. Send a template message first.':
    'Il n’y a pas encore de conversation avec ce destinataire. Envoyez d’abord un modèle.',
  "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages.":
    'La fenêtre de 24 heures est fermée. Le client doit d’abord répondre : l’opérateur ne tient compte que de ses messages.',
  'Session expired. Send a template or wait for customer to reply.':
    'La fenêtre de 24 heures est fermée. Envoyez un modèle ou attendez une réponse du client.',
  'The phone number is not a number that can receive SMS.': 'Ce numéro de téléphone ne peut pas recevoir de SMS.',
  'The carrier refused the message.': 'L’opérateur a refusé le message.',
  'The carrier refused the request.': 'L’opérateur a refusé la demande.',
  'The message could not be sent.': 'Le message n’a pas pu être envoyé.',
  'The message could not be sent. Nothing was sent and nothing is charged.':
    'Le message n’a pas pu être envoyé. Rien n’a été envoyé ni facturé.',
  'The message was not sent.': 'Le message n’a pas été envoyé.',
  'The message was not sent in time.': 'Le message n’a pas été envoyé à temps.',
  'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.':
    'On ne sait pas encore si le message a été envoyé. Ne le renvoyez pas : la vérification est en cours, et il ne sera facturé que s’il a été envoyé.',
  'Invalid phone number format. Use E.164 format (e.g., +14155551234).':
    'Saisissez le numéro de téléphone avec l’indicatif du pays, par exemple +33199001234.',
  'Template is unknown to the carrier. Synchronise the templates and try again.':
    'L’opérateur ne connaît pas ce modèle. Synchronisez les modèles, puis réessayez.',
  'Template is not approved. Current status: pending': 'Le modèle n’est pas encore approuvé.',
  'Template variables do not match.': 'Les variables ne correspondent pas au modèle.',
  'This sender has no assistant. Assign one before sending.':
    'Cet expéditeur n’a pas d’assistant. Attribuez-lui-en un avant l’envoi.',
  'Voice call templates need a sender that may reach at least 2000 people within 24 hours.':
    'Pour les modèles avec bouton d’appel, l’expéditeur doit pouvoir joindre au moins 2 000 personnes en 24 heures.',
  'The carrier did not report how many people this sender may reach. Please try again later.':
    'L’opérateur n’a pas indiqué combien de personnes cet expéditeur peut joindre. Réessayez plus tard.',
  'From number is not SMS capable': 'Le numéro de téléphone de l’expéditeur ne peut pas envoyer de SMS.',
  'Invalid to phone number': 'Saisissez un numéro de téléphone qui peut recevoir des SMS, avec l’indicatif du pays.',
  'Delete the senders and phone numbers of the current carrier account first.':
    'Supprimez d’abord les expéditeurs et les numéros de téléphone du compte opérateur actuel.',
  'Authentication templates have a fixed text. Create them at the carrier, then synchronize.':
    'Les modèles de code de vérification ont un texte fixe. Créez-les chez l’opérateur, puis synchronisez.',
  'The phone number is not a sender at the carrier that this account may use.':
    'Chez l’opérateur, ce numéro n’est pas un expéditeur que ce compte peut utiliser.',
  'The carrier does not accept these credentials.': 'L’opérateur n’accepte pas ces identifiants.',
  'The carrier does not accept the credentials of the carrier account.':
    'L’opérateur n’accepte pas les identifiants du compte opérateur.',
  'The sender was deleted.': 'L’expéditeur a été supprimé.',
  'The carrier has no such message.': 'L’opérateur ne connaît pas ce message.',
  'The carrier has no such call.': 'L’opérateur ne connaît pas cet appel.',
  'The carrier account is no longer set.': 'Le compte opérateur n’est plus configuré.',
  'The carrier account no longer exists.': 'Le compte opérateur n’existe plus.',
  'The media url could not be fetched.': 'Le fichier n’a pas pu être téléchargé.',
  'The media url is an empty file.': 'Le fichier est vide.',

  // Phone numbers
  'The carrier cannot be reached right now. Please try again.':
    'L’opérateur est injoignable pour le moment. Réessayez.',
  'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.':
    'L’opérateur téléphonique ne peut pas joindre l’adresse de cette installation. L’exploitant doit définir son adresse publique.',
  'The carrier account already has this phone number. Import it instead.':
    'Le compte opérateur possède déjà ce numéro de téléphone. Importez-le.',
  'The phone number is not a number at the carrier that this account may use.':
    'Chez l’opérateur, ce numéro n’est pas un numéro que ce compte peut utiliser.',
  'The phone number cannot be used for calls.': 'Ce numéro de téléphone ne peut pas servir aux appels.',

  // Knowledge
  'Changed settings need the permission to update the assistant.':
    'Votre rôle ne permet pas de modifier l’assistant, ni donc d’essayer des paramètres modifiés.',
  'The language model could not write the assistant. Please try again.':
    'Le modèle de langage n’a pas pu rédiger l’assistant. Réessayez.',
  'No such server was found on this machine.': 'Aucun serveur de ce type n’a été trouvé sur cette machine.',
  'The environment or a key configures this already.': 'L’environnement ou une clé configure déjà ce service.',
  'No server was chosen for this.': 'Aucun serveur n’a été choisi pour ce service.',
  'Voice pack not found.': 'Ce pack vocal n’existe pas.',
  'This pack is installed. Remove it before you add it again.':
    'Ce pack est installé. Supprimez-le avant de l’ajouter à nouveau.',
  'This pack is already being added.': 'Ce pack est déjà en cours d’ajout.',
  'This server cannot run voice packs: the package sherpa-onnx could not be loaded.':
    'Ce serveur ne peut pas utiliser de packs vocaux : le paquet sherpa-onnx n’a pas pu être chargé.',
  'Either a name or a url is required, and not both.': 'Indiquez soit un nom, soit une adresse.',
  'The pack contains the data of espeak-ng, which is under the GPL 3.0 or later.':
    'Le pack contient les données d’espeak-ng, sous licence GPL 3.0 ou ultérieure.',
  'The license forbids some uses, such as deception; read it.':
    'La licence interdit certains usages, par exemple la tromperie. Lisez-la.',
  'Free for companies with less than one million US dollars of revenue a year; read the license.':
    'Gratuit pour les entreprises dont le chiffre d’affaires annuel est inférieur à un million de dollars. Lisez la licence.',
  'Needs about 1 GB of memory in each process.': 'Nécessite environ 1 Go de mémoire dans chaque processus.',
  'The server could not store the voice pack. Its log contains the reason.':
    'Le serveur n’a pas pu enregistrer le pack vocal. Son journal en contient la raison.',
  'The disk of the server is full.': 'Le disque du serveur est plein.',
  'Vendor not found.': 'Ce fournisseur n’existe pas.',
  'The vendor rejected the key.': 'Le fournisseur a refusé la clé.',
  'The vendor could not be reached, so the key could not be tested.':
    'Le fournisseur est injoignable, la clé n’a donc pas pu être testée.',
  'The environment sets this vendor. Change it there.':
    'Ce fournisseur est défini par les variables d’environnement. Modifiez-le à cet endroit.',
  'There is no key of this vendor.': 'Il n’y a pas de clé pour ce fournisseur.',
  'An account can have up to 200 knowledgebases.': 'Un compte peut avoir 200 bases de connaissances au maximum.',
  'A knowledgebase can have up to 1,000 documents.':
    'Une base de connaissances peut contenir 1 000 documents au maximum.',
  'The files of all documents can have up to 10 GB in total.':
    'Les fichiers de tous les documents peuvent totaliser 10 Go au maximum.',
  'Failed to create document. Please try again.': 'Le document n’a pas pu être créé. Réessayez.',
  'The file is empty.': 'Le fichier est vide.',
  'The file is not a PDF.': 'Le fichier n’est pas un PDF.',
  'The file is not a DOCX document.': 'Le fichier n’est pas un document DOCX.',
  'The file is not a text file.': 'Le fichier n’est pas un fichier texte.',
  'The file is too large.': 'Le fichier est trop volumineux.',
  'The file is not a plain text file.': 'Le fichier n’est pas un fichier de texte brut.',
  'The file is not a Word document (docx).': 'Le fichier n’est pas un document Word (docx).',
  'The document needs too much memory. Split it into smaller ones.':
    'Le document demande trop de mémoire. Divisez-le en plusieurs documents.',
  'The document contains no text with words.': 'Le document ne contient pas de texte lisible.',
  'The document contains no text.': 'Le document ne contient pas de texte.',
  'The document is damaged and cannot be read.': 'Le document est endommagé et illisible.',
  'The document could not be processed. Delete it and create it again, or contact the operator.':
    'Le document n’a pas pu être traité. Supprimez-le et recréez-le, ou contactez l’exploitant.',
  'The PDF contains no text. Scanned pages need text recognition (OCR) first.':
    'Le PDF ne contient pas de texte. Les pages numérisées doivent d’abord passer par une reconnaissance de texte (OCR).',
  'The PDF is encrypted. Remove the password and upload it again.':
    'Le PDF est chiffré. Retirez le mot de passe, puis importez-le de nouveau.',
  'The PDF is damaged and cannot be read.': 'Le PDF est endommagé et illisible.',
  'The PDF contains more than 10 MB of text. Split it.': 'Le PDF contient plus de 10 Mo de texte. Divisez-le.',
  'Reading the document took too long.': 'La lecture du document a pris trop de temps.',
  'Reading the document failed unexpectedly.': 'La lecture du document a échoué de façon inattendue.',
  'The website contains no text.': 'Le site web ne contient pas de texte.',
  'The address is not allowed.': 'Cette adresse n’est pas autorisée.',
  'The page could not be reached.': 'La page est injoignable.',
  'The address could not be reached.': 'L’adresse est injoignable.',
  'The address did not answer in time.': 'L’adresse n’a pas répondu à temps.',
  'The response could not be read.': 'La réponse est illisible.',
  'The page did not answer in time.': 'La page n’a pas répondu à temps.',
  "The website's robots.txt does not allow reading this page.":
    'Le fichier robots.txt du site web n’autorise pas la lecture de cette page.',
  "The website's robots.txt could not be read, so this page was not read.":
    'Le fichier robots.txt du site web est illisible, la page n’a donc pas été lue.',
  'The page has too many redirects.': 'La page comporte trop de redirections.',
  'The page redirects to another website.': 'La page redirige vers un autre site web.',
  'The page is larger than 5 MB.': 'La page dépasse 5 Mo.',
  'The pages before this one have more than 50 MB in total.': 'Les pages précédentes totalisent plus de 50 Mo.',
  'The website could not be read within 10 minutes.': 'Le site web n’a pas pu être lu en 10 minutes.',
  'The page could not be processed.': 'La page n’a pas pu être traitée.',
  'The page shows an error instead of content.': 'La page affiche une erreur au lieu de son contenu.',
  'The page needs JavaScript to show its text.': 'La page a besoin de JavaScript pour afficher son texte.',
  'The page hides its text until a visitor or a script shows it.':
    'La page masque son texte jusqu’à ce qu’un visiteur ou un script l’affiche.',
  'The page has no text.': 'La page n’a pas de texte.',
  'More than half of the text of the page is hidden and was not read.':
    'Plus de la moitié du texte de la page est masquée et n’a pas été lue.',
  'More than half of the text of the file is hidden and was not read.':
    'Plus de la moitié du texte du fichier est masquée et n’a pas été lue.',

  // People
  'The account must keep an owner.': 'Le compte doit garder un propriétaire.',
  'This person is a member already.': 'Cette personne est déjà membre.',
  'The invitation is not valid, was accepted or has expired.':
    'L’invitation n’est pas valide, a déjà été acceptée ou a expiré.',
  'Sign in with the invited email first, then accept the invitation.':
    'Connectez-vous d’abord avec l’adresse e-mail invitée, puis acceptez l’invitation.',
  'A new user needs a name and a password.': 'Saisissez un nom et un mot de passe.',
  'This password is too easy to guess. Choose a longer or less regular one.':
    'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long ou moins régulier.',
  'The email or the password is not correct.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'The code is not correct, or the sign-in has expired.': 'Le code est incorrect, ou la connexion a expiré.',
  'The link is not valid, was used before or has expired.': 'Le lien n’est pas valide, a déjà été utilisé ou a expiré.',
  'The password is not correct.': 'Le mot de passe est incorrect.',
  'Another user has this email.': 'Un autre utilisateur a cette adresse e-mail.',
  'This installation sends no mail. Its operator can change the email with `parley member email`.':
    'Cette installation n’envoie pas d’e-mails. L’exploitant peut modifier l’adresse e-mail sur le serveur.',
  'An authenticator app is already in use. Remove it first.':
    'Une application d’authentification est déjà utilisée. Retirez-la d’abord.',
  'The code is not correct.': 'Le code est incorrect.',
  'Nothing is stored about this person.': 'Aucune donnée n’est enregistrée sur cette personne.',
  'More than 20 phone numbers and identifiers belong to this one, so it does not identify one person.':
    'Plus de 20 numéros de téléphone et identifiants y sont liés : il ne désigne donc pas une seule personne.',

  // Developers
  'The webhook delivery is being sent right now.': 'Le webhook est en cours d’envoi.',
  'The account has too many open event streams.': 'Le compte est ouvert dans trop de fenêtres à la fois.',
  'The calendar provider cannot be reached. Try again later.':
    'Le fournisseur de l’agenda est injoignable. Réessayez plus tard.',

  // The carrier
  'Too many calls are under way at once.': 'Trop d’appels sont en cours à la fois.',
  'A parameter is missing or malformed.': 'Une valeur est absente ou mal formée.',
  'The carrier refused the credentials.': 'L’opérateur a refusé les identifiants.',
  'The resource does not exist at the carrier.': 'Cet élément n’existe pas chez l’opérateur.',
  'The rate limit of the carrier was exceeded.': 'La limite de requêtes de l’opérateur est dépassée.',
  'The carrier had an internal error.': 'Une erreur interne est survenue chez l’opérateur.',
  'The test credentials of the carrier cannot do this.':
    'Les identifiants de test de l’opérateur ne le permettent pas.',
  'The call has no recipient.': 'L’appel n’a pas de destinataire.',
  'The carrier account may not call premium numbers.': 'Le compte opérateur ne peut pas appeler de numéros surtaxés.',
  'The carrier account may not call this number.': 'Le compte opérateur ne peut pas appeler ce numéro.',
  'The URL of the call is not valid.': 'L’URL de l’appel n’est pas valide.',
  'The number is not one from which the carrier account can call.':
    'Le compte opérateur ne peut pas appeler depuis ce numéro.',
  'The recipient is not a valid phone number.': 'Le destinataire n’est pas un numéro de téléphone valide.',
  'The sender is not a valid phone number.': 'L’expéditeur n’est pas un numéro de téléphone valide.',
  'The call has no caller number.': 'L’appel n’a pas de numéro d’appelant.',
  'The number cannot be reached by phone.': 'Ce numéro n’est pas joignable par téléphone.',
  'The carrier account may not call this region.': 'Le compte opérateur ne peut pas appeler cette région.',
  'The phone number is not valid.': 'Le numéro de téléphone n’est pas valide.',
  'The number is not verified, as a trial account of the carrier needs it.':
    'Le numéro n’est pas vérifié, comme l’exige un compte d’essai de l’opérateur.',
  'The call is not in progress.': 'L’appel n’est pas en cours.',
  'A trial account of the carrier can have one number only.':
    'Un compte d’essai chez l’opérateur ne peut avoir qu’un seul numéro.',
  'The carrier account may not send to this region.': 'Le compte opérateur ne peut pas envoyer vers cette région.',
  'The phone number is no longer available.': 'Ce numéro de téléphone n’est plus disponible.',
  'The caller number is not verified.': 'Le numéro de l’appelant n’est pas vérifié.',
  'The carrier has no numbers of this kind.': 'L’opérateur n’a pas de numéro de ce type.',
  'The message has no content.': 'Le message n’a pas de contenu.',
  'The message has no sender.': 'Le message n’a pas d’expéditeur.',
  'The message has no recipient.': 'Le message n’a pas de destinataire.',
  'The sender is not a number of the carrier account that can send.':
    'L’expéditeur n’est pas un numéro du compte opérateur qui peut envoyer.',
  'The recipient is not verified, as a trial account of the carrier needs it.':
    'Le destinataire n’est pas vérifié, comme l’exige un compte d’essai de l’opérateur.',
  'The recipient has opted out.': 'Le destinataire s’est désinscrit.',
  'The sender has too many messages waiting.': 'L’expéditeur a trop de messages en attente.',
  'There is no route from the sender to the recipient.': 'Aucun chemin ne mène de l’expéditeur au destinataire.',
  'The recipient is not a mobile number.': 'Le destinataire n’est pas un numéro de mobile.',
  'The text is longer than 1,600 characters.': 'Le texte dépasse 1 600 caractères.',
  'The message has no text.': 'Le message n’a pas de texte.',
  'The address of the media is not valid.': 'L’adresse du fichier n’est pas valide.',
  'The message has more than ten media.': 'Le message contient plus de dix fichiers.',
  'The carrier does not know the template.': 'L’opérateur ne connaît pas le modèle.',
  'The id of the template is not valid.': 'L’identifiant du modèle n’est pas valide.',
  'The template variables are not valid.': 'Les variables du modèle ne sont pas valides.',
  'A template variable is too long.': 'Une variable du modèle est trop longue.',
  'The sender is not a number of the carrier account.': 'L’expéditeur n’est pas un numéro du compte opérateur.',
  'The sender belongs to another carrier account.': 'L’expéditeur appartient à un autre compte opérateur.',
  'The sender cannot send text messages.': 'L’expéditeur ne peut pas envoyer de messages texte.',
  'The messaging service has no sender.': 'Le service de messages n’a pas d’expéditeur.',
  'Sender and recipient are of different channels.':
    'L’expéditeur et le destinataire appartiennent à des canaux différents.',
  'The message waited too long at the carrier.': 'Le message a attendu trop longtemps chez l’opérateur.',
  'The carrier account is suspended.': 'Le compte opérateur est suspendu.',
  'The handset could not be reached.': 'Le téléphone n’était pas joignable.',
  'The message was blocked.': 'Le message a été bloqué.',
  'The number is unknown or no longer in use.': 'Le numéro est inconnu ou n’est plus attribué.',
  'The number is a landline or cannot be reached.': 'Le numéro est une ligne fixe ou n’est pas joignable.',
  'The message was filtered as spam.': 'Le message a été filtré comme indésirable.',
  'The message was not delivered for an unknown reason.': 'Le message n’a pas été distribué, pour une raison inconnue.',
  'The channel refused the credentials of the sender.': 'Le canal a refusé les identifiants de l’expéditeur.',
  'The recipient was not found on this channel.': 'Le destinataire est introuvable sur ce canal.',
  'The channel refused the content.': 'Le canal a refusé le contenu.',
  'The carrier account has no such sender on this channel.': 'Le compte opérateur n’a pas cet expéditeur sur ce canal.',
  'The channel failed.': 'Le canal est en panne.',
  'The content breaks a rule of the channel.': 'Le contenu enfreint une règle du canal.',
  'The recipient has blocked the sender.': 'Le destinataire a bloqué l’expéditeur.',
  'The recipient has not joined the carrier’s sandbox.':
    'Le destinataire n’a pas rejoint le bac à sable de l’opérateur.',
  'The recipient has not written within 24 hours: only a template can be sent.':
    'Le destinataire n’a pas écrit depuis 24 heures : seul un modèle peut être envoyé.',
  'A rate or messaging limit of the channel was exceeded.': 'Une limite du canal est dépassée.',
  'The channel could not fetch the media.': 'Le canal n’a pas pu télécharger le fichier.',
  'The sender’s invitation to the channel has not been accepted.':
    'L’invitation de l’expéditeur sur le canal n’a pas été acceptée.',
  'The channel found the content invalid.': 'Le canal juge le contenu non valide.',
  'The recipient cannot receive messages on this channel.':
    'Le destinataire ne peut pas recevoir de messages sur ce canal.',
  'The channel does not support a parameter.': 'Le canal ne prend pas en charge l’une des valeurs.',
  'The channel withheld the message from this user.': 'Le canal n’a pas remis le message à cet utilisateur.',
  'The recipient has opted out of marketing messages.': 'Le destinataire ne veut plus de messages publicitaires.',
  'The template was rejected.': 'Le modèle a été rejeté.',
  'The template is paused.': 'Le modèle est en pause.',
  'The template is disabled.': 'Le modèle est désactivé.',
  'The channel chose not to deliver this marketing message.': 'Le canal n’a pas distribué ce message publicitaire.',
  'The sender is locked because it was idle for 30 days.':
    'L’expéditeur est bloqué, car il n’a pas servi pendant 30 jours.',
  'The business account is disabled or not verified.': 'Le compte professionnel est désactivé ou n’est pas vérifié.',
  'The template has more than 100 variables.': 'Le modèle contient plus de 100 variables.',
  'The template was submitted before.': 'Le modèle a déjà été soumis.',
  'The carrier could not be reached in time.': 'L’opérateur n’a pas pu être joint à temps.',
  'The carrier could not be reached.': 'L’opérateur est injoignable.',
  'The carrier did not answer in time.': 'L’opérateur n’a pas répondu à temps.',
  'The carrier closed the connection.': 'L’opérateur a fermé la connexion.',
  'The carrier’s answer is larger than allowed.': 'La réponse de l’opérateur est trop volumineuse.',
  'The carrier’s answer cannot be read.': 'La réponse de l’opérateur est illisible.',
  'This server could not open its SIP port. Its log says why.':
    'Ce serveur n’a pas pu ouvrir son port SIP. Son journal indique la raison.',
  'No process with the role voice serves SIP at the moment.': 'Aucun processus ne gère les lignes pour le moment.',
  'The server was stopped.': 'Le serveur a été arrêté.',
  'The trunk did not answer.': 'L’opérateur n’a pas répondu.',
  'The connection to the trunk was lost.': 'La connexion à l’opérateur a été perdue.',
  'The caller did not confirm the call.': 'L’appelant n’a pas confirmé l’appel.',
  'The call could not be connected.': 'L’appel n’a pas pu être établi.',
  'SIP trunk not found': 'Cette ligne n’existe plus.',
  'SIP telephone not found': 'Ce téléphone n’existe plus.',
  'A contact cannot be merged into itself.': 'Un contact ne peut pas être fusionné avec lui-même.',
  'Contact not found': 'Ce contact n’existe plus.',
  'A contact has at most 20 addresses.': 'Un contact a au plus 20 adresses.',
  'Another contact has this address. Merge the contacts if they are one person.':
    'Un autre contact a cette adresse. Fusionnez les contacts s’il s’agit de la même personne.',
  'Address not found': 'Cette adresse n’existe plus.',
  'The contacts are not merged, or can no longer be separated.':
    'Les contacts ne sont pas fusionnés ou ne peuvent plus être séparés.',
  'There can be at most 200 notes.': 'Il peut y avoir au plus 200 notes.',
  'The name field is required when there is no address.': 'Indiquez un nom ou une adresse.',
  'Exactly one address is required.': 'Indiquez exactement une adresse.',
}

export const texts = { sentences }
