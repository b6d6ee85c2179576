// The server's sentences that are always the same, in German.
const sentences: Readonly<Record<string, string>> = {
  // Requests in general
  'Server Error': 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
  'Too Many Attempts.': 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  'Unauthenticated.': 'Melden Sie sich erneut an, um fortzufahren.',
  'The given data was invalid.': 'Einige Angaben sind ungültig.',
  'The service is busy. Try again in a moment.': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'The POST data is too large.': 'Die Daten sind zu groß.',
  'The request body was sent too slowly.': 'Die Daten wurden zu langsam gesendet.',
  'The request body is incomplete.': 'Die Daten sind unvollständig angekommen. Versuchen Sie es erneut.',
  'The reply was erased with the data of a person.': 'Die Antwort wurde mit den Daten einer Person gelöscht.',
  'The idempotency key was used before with another request.':
    'Derselbe Vorgang wurde zuvor mit anderen Angaben gesendet. Laden Sie die Seite neu.',
  'The first request with this idempotency key is still being answered. Send it again under the same key in a moment.':
    'Der Vorgang läuft noch. Versuchen Sie es gleich noch einmal.',

  // What was done
  'Call initiated successfully': 'Der Anruf wird aufgebaut.',
  'Leads imported successfully': 'Die Leads wurden importiert.',
  'Webhook delivery queued.': 'Der Webhook wird gesendet.',
  'The call is being ended.': 'Der Anruf wird beendet.',
  'The call was handed back to the assistant.': 'Der Anruf wurde an den Assistenten zurückgegeben.',
  'The assistant has been instructed.': 'Der Assistent hat die Anweisung erhalten.',
  'Added to the do-not-contact list': 'Die Nummern sind auf der Sperrliste.',
  'Deleted from the do-not-contact list': 'Der Eintrag wurde von der Sperrliste entfernt.',

  // Records that do not exist
  'API key not found.': 'Der API-Schlüssel existiert nicht.',
  'Account not found.': 'Das Konto existiert nicht.',
  'Assistant not found': 'Der Assistent existiert nicht.',
  'Assistant not found or does not belong to the authenticated user': 'Der Assistent existiert nicht.',
  'Automation not found': 'Die Automatisierung existiert nicht.',
  'Calendar not found': 'Der Kalender existiert nicht.',
  'Call not found': 'Der Anruf existiert nicht.',
  'Campaign not found.': 'Die Kampagne existiert nicht.',
  'Carrier account not found': 'Das Carrier-Konto existiert nicht.',
  'Connection not found.': 'Die Verbindung existiert nicht.',
  'Conversation not found': 'Die Konversation existiert nicht.',
  'Do-not-contact entry not found': 'Der Eintrag der Sperrliste existiert nicht.',
  'Document not found.': 'Das Dokument existiert nicht.',
  'Erasure not found': 'Die Löschung existiert nicht.',
  'Folder not found': 'Der Ordner existiert nicht.',
  'From number not found': 'Die Telefonnummer des Absenders existiert nicht.',
  'Invitation not found.': 'Die Einladung existiert nicht.',
  'Knowledgebase not found.': 'Die Wissensdatenbank existiert nicht.',
  'Label not found': 'Das Label existiert nicht.',
  'Lead not found': 'Der Lead existiert nicht.',
  'Member not found.': 'Das Mitglied existiert nicht.',
  'Note not found': 'Die Notiz existiert nicht.',
  'Phone number not found': 'Die Telefonnummer existiert nicht.',
  'Run not found': 'Der Lauf existiert nicht.',
  'Run not found for this automation': 'Diese Automatisierung hat keinen solchen Lauf.',
  'Run not found for this automation.': 'Diese Automatisierung hat keinen solchen Lauf.',
  'SMS not found': 'Die SMS existiert nicht.',
  'Saved reply not found': 'Der Textbaustein existiert nicht.',
  'Sender not found': 'Der Absender existiert nicht.',
  'Sender not found or does not belong to you': 'Der Absender existiert nicht.',
  'Session not found.': 'Die Sitzung existiert nicht.',
  'Template not found or does not belong to this sender': 'Dieser Absender hat keine solche Vorlage.',
  'Test not found': 'Der Test existiert nicht.',
  'The assistant does not exist.': 'Der Assistent existiert nicht.',
  'The template does not exist.': 'Die Vorlage existiert nicht.',
  'Tool not found': 'Das Werkzeug existiert nicht.',
  'User not found.': 'Der Benutzer existiert nicht.',
  'Version not found': 'Die Version existiert nicht.',
  'View not found': 'Die Ansicht existiert nicht.',
  'Webhook delivery not found.': 'Die Zustellung existiert nicht.',

  // Assistants and their tests
  'An assistant may have 100 tests.': 'Ein Assistent kann höchstens 100 Tests haben.',
  'The account has reached its number of test runs for today.':
    'Das Konto hat die Zahl der Testläufe für heute erreicht.',
  'Nothing was said in the call, what was said has been deleted, or the call is still in progress.':
    'In dem Anruf wurde nichts gesagt, das Gesagte wurde gelöscht, oder der Anruf läuft noch.',
  'The assistant of the call has been deleted.': 'Der Assistent des Anrufs wurde gelöscht.',
  'The assistant has been deleted.': 'Der Assistent wurde gelöscht.',
  'This API key lacks the scope calls:read.': 'Der API-Schlüssel darf keine Anrufe lesen.',
  'The assistant has been changed since you read it. Read it again, and repeat your change.':
    'Der Assistent wurde inzwischen geändert. Laden Sie ihn neu und wiederholen Sie Ihre Änderung.',
  'The assistant cannot make calls.': 'Der Assistent kann nicht anrufen.',
  'The assistant is an inbound assistant, which cannot make calls.':
    'Der Assistent nimmt Anrufe an und kann nicht anrufen.',
  'The assistant is deactivated.': 'Der Assistent ist deaktiviert.',
  'The assistant has no phone number to call from.': 'Der Assistent hat keine Telefonnummer für Anrufe.',
  'The carrier account of the phone number is no longer set.':
    'Das Carrier-Konto der Telefonnummer ist nicht mehr eingerichtet.',
  'The run was interrupted several times, and is not begun again.':
    'Der Lauf wurde mehrmals unterbrochen und wird nicht wiederholt.',
  'The run took longer than two minutes.': 'Der Lauf hat länger als zwei Minuten gedauert.',
  'The run could not be completed because of an internal error.':
    'Der Lauf konnte wegen eines internen Fehlers nicht abgeschlossen werden.',
  'Interruptions cannot be disabled in multimodal or dualplex mode.':
    'Mit dieser Modellart können Unterbrechungen nicht abgeschaltet werden.',
  'Only function_call mode is available for multimodal assistants.':
    'Mit dieser Modellart durchsucht der Assistent die Wissensdatenbank nur bei Bedarf.',
  'Fillers are available in pipeline mode only.': 'Füllwörter gibt es nur mit der Modellart „Standard“.',
  'The selected voice is not compatible with the chosen synthesizer provider.':
    'Die Stimme passt nicht zum Anbieter der Sprachausgabe.',
  'The selected synthesizer provider is not compatible with the voice of the assistant.':
    'Der Anbieter der Sprachausgabe passt nicht zur Stimme des Assistenten.',
  'The selected voice is not compatible with the chosen model.': 'Die Stimme passt nicht zum Modell.',
  'The selected transcriber provider does not support the chosen language.':
    'Der Anbieter der Spracherkennung unterstützt diese Sprache nicht.',
  'The selected synthesizer provider does not support the chosen language.':
    'Der Anbieter der Sprachausgabe unterstützt diese Sprache nicht.',
  'The selected voice is not compatible with the chosen engine type.': 'Die Stimme passt nicht zur Art des Modells.',
  'The selected voice is not compatible with the chosen language.': 'Die Stimme passt nicht zur Sprache.',
  'The event type does not belong to a calendar that is connected to this account.':
    'Die Terminart gehört zu keinem Kalender, der mit diesem Konto verbunden ist.',

  // Automations
  'Write the expression without double braces.': 'Schreiben Sie den Ausdruck ohne doppelte geschweifte Klammern.',
  'The cron pattern is not valid, or has no further time.':
    'Das Cron-Muster ist ungültig oder hat keinen weiteren Zeitpunkt.',
  'The type of the step is not known.': 'Der Typ des Schritts ist unbekannt.',
  'The expression is empty.': 'Der Ausdruck ist leer.',
  'The name must have 1 to 64 of the characters a to z, 0 to 9 and _.':
    'Der Name muss aus 1 bis 64 der Zeichen a bis z, 0 bis 9 und _ bestehen.',
  'A step is referenced by its name, such as `steps.lookup`.':
    'Auf einen Schritt wird mit seinem Namen verwiesen, etwa steps.lookup.',
  '`{{` has no closing `}}`.': 'Zu {{ fehlt das schließende }}.',
  'An automation has at most 10,000 expressions.': 'Eine Automatisierung hat höchstens 10.000 Ausdrücke.',
  'The flow does something that the API key may not do.': 'Der Ablauf tut etwas, das der API-Schlüssel nicht darf.',
  'The flow sends, spends or changes something. Confirm this with confirm_side_effects.':
    'Der Ablauf sendet, kostet oder ändert etwas. Das muss bestätigt werden.',
  'The key was encrypted with another master key. Enter it again, or restore the former master key.':
    'Der Schlüssel wurde mit einem anderen Hauptschlüssel verschlüsselt. Geben Sie ihn erneut ein, oder stellen Sie den früheren Hauptschlüssel wieder her.',
  'The secret of the connection was encrypted with another master key. Enter it again, or restore the former master key.':
    'Das Geheimnis der Verbindung wurde mit einem anderen Hauptschlüssel verschlüsselt. Geben Sie es erneut ein, oder stellen Sie den früheren Hauptschlüssel wieder her.',
  'The secret of the carrier account was encrypted with another master key. Enter it again, or restore the former master key.':
    'Die Zugangsdaten des Carrier-Kontos wurden mit einem anderen Hauptschlüssel verschlüsselt. Geben Sie sie erneut ein, oder stellen Sie den früheren Hauptschlüssel wieder her.',
  'The API key of the calendar was encrypted with another master key. Enter it again, or restore the former master key.':
    'Der API-Schlüssel des Kalenders wurde mit einem anderen Hauptschlüssel verschlüsselt. Geben Sie ihn erneut ein, oder stellen Sie den früheren Hauptschlüssel wieder her.',
  'A stored secret was encrypted with another master key. Enter it again, or restore the former master key.':
    'Ein gespeichertes Geheimnis wurde mit einem anderen Hauptschlüssel verschlüsselt. Geben Sie es erneut ein, oder stellen Sie den früheren Hauptschlüssel wieder her.',
  'The secret of the authenticator app was encrypted with another master key. Sign in with a recovery code, and set up the app again.':
    'Das Geheimnis der Authenticator-App wurde mit einem anderen Hauptschlüssel verschlüsselt. Melden Sie sich mit einem Wiederherstellungscode an, und richten Sie die App neu ein.',
  'No mail server is configured. The operator of this installation can set one up.':
    'Es ist kein Mailserver eingerichtet. Der Betreiber dieser Installation kann einen einrichten.',
  'The mail server refuses all recipients.': 'Der Mailserver lehnt alle Empfänger ab.',
  'The flow has no steps.': 'Der Ablauf hat keine Schritte.',
  'The flow is not valid.': 'Der Ablauf ist ungültig.',
  'The type of the trigger is not known.': 'Der Typ des Auslösers ist unbekannt.',
  'bind_webhook needs an assistant.': 'Wählen Sie einen Assistenten für den Webhook.',
  'The webhook of the assistant has another URL already.': 'Der Webhook des Assistenten hat bereits eine andere URL.',
  'The flow names a connection that does not exist.': 'Der Ablauf nennt eine Verbindung, die es nicht gibt.',
  'The automation could not be stored.': 'Die Automatisierung konnte nicht gespeichert werden.',
  'The automation has been changed since you read it. Read it again, and repeat your change.':
    'Die Automatisierung wurde inzwischen geändert. Laden Sie sie neu und wiederholen Sie Ihre Änderung.',
  'The automation has no earlier version.': 'Die Automatisierung hat keine frühere Version.',
  'The run has not failed, so there is nothing to retry.':
    'Der Lauf ist nicht fehlgeschlagen, es gibt nichts zu wiederholen.',
  'The run has passed a delay, so its data are old. Start a new run instead.':
    'Der Lauf hat eine Wartezeit hinter sich, seine Daten sind veraltet. Starten Sie einen neuen Lauf.',
  'The retry could not be started. Try again shortly.':
    'Die Wiederholung konnte nicht gestartet werden. Versuchen Sie es gleich noch einmal.',
  'An earlier request created the automation, and it is being deleted.': 'Die Automatisierung wird gerade gelöscht.',
  'The time zone is not valid.': 'Die Zeitzone ist ungültig.',
  'The receiver responded with 410 and gets no more requests.':
    'Der Empfänger hat mit 410 geantwortet und erhält keine Anfragen mehr.',
  'The step needs an assistant id, because the automation has no assistant.':
    'Der Schritt braucht einen Assistenten, weil die Automatisierung keinen hat.',
  'The automation does not exist.': 'Die Automatisierung existiert nicht.',
  'The run of the other automation was deleted.': 'Der Lauf der anderen Automatisierung wurde gelöscht.',
  'The items of a loop must be a list.': 'Die Einträge einer Schleife müssen eine Liste sein.',
  'The expression of a condition must be true or false.': 'Der Ausdruck einer Bedingung muss wahr oder falsch sein.',
  'A delay needs either seconds or until.': 'Eine Wartezeit braucht entweder eine Dauer oder einen Zeitpunkt.',
  'A delay may not be longer than a year.': 'Eine Wartezeit darf höchstens ein Jahr lang sein.',
  'The expression takes too many steps.': 'Die Auswertung des Ausdrucks braucht zu viele Schritte.',
  'A number cannot be divided by zero.': 'Eine Zahl kann nicht durch null geteilt werden.',
  'The result is not a finite number.': 'Das Ergebnis ist keine endliche Zahl.',
  'The JSON is nested deeper than 32 levels.': 'Das JSON ist tiefer als 32 Ebenen verschachtelt.',
  'The response of the token url contains no access token.':
    'Die Antwort der Adresse für Token enthält kein Zugriffstoken.',
  'Too many code steps are waiting.': 'Es warten zu viele Schritte mit Code.',
  'The process ends.': 'Der Prozess wird beendet.',
  'The selected model id is invalid.': 'Das gewählte Modell ist nicht verfügbar.',
  'The request may already have been sent, because an earlier run of the step was interrupted. It is not sent again.':
    'Die Anfrage wurde vielleicht schon gesendet, weil ein früherer Lauf des Schritts unterbrochen wurde. Sie wird nicht erneut gesendet.',
  'The response has an unknown encoding.': 'Die Antwort hat eine unbekannte Kodierung.',

  // Balance and usage
  'The usage has too many rows. Choose fewer days, a filter or fewer groups.':
    'Der Verbrauch hat zu viele Zeilen. Wählen Sie weniger Tage, einen Filter oder weniger Gruppen.',
  'The available balance (without holds) is lower than this amount.':
    'Das verfügbare Guthaben (ohne Reservierungen) ist kleiner als dieser Betrag.',
  'The reference was used for another amount.': 'Der Beleg wurde für einen anderen Betrag verwendet.',
  'Insufficient balance': 'Das Guthaben reicht nicht.',
  'Insufficient balance to make call. Please top up your account.':
    'Das Guthaben reicht nicht für den Anruf. Laden Sie Ihr Konto auf.',
  'Insufficient balance. Please top up your account.': 'Das Guthaben reicht nicht. Laden Sie Ihr Konto auf.',
  'Insufficient balance to start the campaign. Please top up your account.':
    'Das Guthaben reicht nicht für den Start der Kampagne. Laden Sie Ihr Konto auf.',

  // Calls
  'Invalid phone number format. Please use E.164 format (e.g. +1234567890)':
    'Geben Sie die Telefonnummer mit Landesvorwahl ein, etwa +4930123456.',
  'The phone number is not a number that can be called.': 'Diese Telefonnummer kann nicht angerufen werden.',
  'The number is on the do-not-contact list of the account.': 'Die Nummer ist auf der Sperrliste des Kontos.',
  'The account has reached a limit for outgoing calls.': 'Das Konto hat ein Limit für ausgehende Anrufe erreicht.',
  'The account has reached its spending limit for calls per hour.':
    'Das Konto hat sein Ausgabenlimit für Anrufe pro Stunde erreicht.',
  'The account has reached its spending limit for calls per day.':
    'Das Konto hat sein Ausgabenlimit für Anrufe pro Tag erreicht.',
  'The call is still in progress.': 'Der Anruf läuft noch.',
  'The call has no recording': 'Der Anruf hat keine Aufnahme.',
  'The call is not live.': 'Der Anruf läuft nicht.',
  'The call or the account has too many listeners.': 'Zu viele Personen hören zu.',
  'The call has too many whispers.': 'Der Anruf hat zu viele Anweisungen.',
  'This is neither a phone number nor the extension of a telephone.':
    'Das ist weder eine Telefonnummer noch die Durchwahl eines Telefons.',
  'The call cannot be transferred to this number.': 'Der Anruf kann nicht an diese Nummer weitergeleitet werden.',
  'Another person has the call.': 'Eine andere Person führt den Anruf.',
  'No person has the call.': 'Keine Person führt den Anruf.',
  'The person declined or did not accept the call. The customer is still on the line.':
    'Die Person hat den Anruf nicht angenommen. Der Kunde ist noch in der Leitung.',
  'The line is busy. The customer is still on the line.': 'Die Leitung ist besetzt. Der Kunde ist noch in der Leitung.',
  'Nobody answered. The customer is still on the line.': 'Niemand hat abgenommen. Der Kunde ist noch in der Leitung.',
  'A voicemail answered. The customer is still on the line.':
    'Ein Anrufbeantworter hat abgenommen. Der Kunde ist noch in der Leitung.',
  'The call to the person failed. The customer is still on the line.':
    'Der Anruf bei der Person ist fehlgeschlagen. Der Kunde ist noch in der Leitung.',
  'Nobody accepted the call in time. The customer is still on the line.':
    'Niemand hat den Anruf rechtzeitig angenommen. Der Kunde ist noch in der Leitung.',

  // Campaigns and leads
  "Invalid action. Must be either 'start' or 'stop'.": 'Eine Kampagne kann nur gestartet oder angehalten werden.',
  'The campaign has no leads to contact.': 'Die Kampagne hat keine Leads, die kontaktiert werden können.',
  'The campaign is not in progress.': 'Die Kampagne läuft nicht.',
  'The campaign is already in progress.': 'Die Kampagne läuft bereits.',
  'The campaign needs an assistant that calls.': 'Die Kampagne braucht einen Assistenten, der anruft.',
  'The assistant of the campaign no longer exists.': 'Der Assistent der Kampagne existiert nicht mehr.',
  'The campaign has no assistant.': 'Die Kampagne hat keinen Assistenten.',
  'The campaign needs a sender of chat-app messages.': 'Die Kampagne braucht einen Absender für Chat-App-Nachrichten.',
  'The campaign needs a template.': 'Die Kampagne braucht eine Vorlage.',
  'The sender of the campaign no longer exists.': 'Der Absender der Kampagne existiert nicht mehr.',
  'The template of the campaign does not belong to its sender.':
    'Die Vorlage der Kampagne gehört nicht zu ihrem Absender.',
  'The sender of the campaign has no assistant that answers.':
    'Der Absender der Kampagne hat keinen Assistenten, der antwortet.',
  'The campaign needs a phone number that sends SMS.': 'Die Kampagne braucht eine Telefonnummer, die SMS sendet.',
  'The campaign needs the text of its SMS.': 'Die Kampagne braucht den Text ihrer SMS.',
  'The phone number of the campaign no longer exists.': 'Die Telefonnummer der Kampagne existiert nicht mehr.',
  'A retry on an incomplete goal needs a goal completion variable.':
    'Für Wiederholungen bei nicht erreichtem Ziel muss die Variable für das Ziel gewählt sein.',
  'The campaign already has a lead with this phone number.': 'Die Kampagne hat bereits einen Lead mit dieser Nummer.',
  'The campaign was stopped by a request.': 'Die Kampagne wurde angehalten.',
  'The campaign has not started yet.': 'Die Kampagne hat noch nicht begonnen.',
  'The schedule of the campaign does not allow contacts at this time.':
    'Der Zeitplan der Kampagne lässt gerade keine Kontakte zu.',
  'The law does not allow contacts at this time where the person is.':
    'Am Ort der Person sind Kontakte zu dieser Zeit gesetzlich nicht erlaubt.',
  'The person was contacted recently.': 'Die Person wurde vor Kurzem kontaktiert.',
  'The person was contacted as often as allowed within 24 hours.':
    'Die Person wurde in 24 Stunden so oft kontaktiert wie erlaubt.',
  'The next attempt follows after the retry interval.':
    'Der nächste Versuch folgt nach dem Abstand für Wiederholungen.',
  'The server interrupted the call, and the next attempt follows at once.':
    'Der Server hat den Anruf unterbrochen, der nächste Versuch folgt sofort.',
  'A limit for the outgoing calls of the account is reached.':
    'Ein Limit für ausgehende Anrufe des Kontos ist erreicht.',
  'The balance is reserved for calls and messages in progress.':
    'Das Guthaben ist für laufende Anrufe und Nachrichten reserviert.',
  'The campaign has sent as many messages as it may per minute.':
    'Die Kampagne hat so viele Nachrichten gesendet, wie sie pro Minute darf.',
  'The messaging limit of the sender is used up.': 'Das Nachrichtenlimit des Absenders ist aufgebraucht.',
  'No lead waits for an attempt, but some attempts are in progress.':
    'Kein Lead wartet auf einen Versuch, einige Versuche laufen noch.',
  'The campaign waits for leads.': 'Die Kampagne wartet auf Leads.',
  'All slots for calls are in use.': 'Alle Plätze für Anrufe sind belegt.',
  'An internal error occurred, and the campaign tries again.':
    'Ein interner Fehler ist aufgetreten, die Kampagne versucht es erneut.',
  'The campaign has not been started.': 'Die Kampagne wurde noch nicht gestartet.',
  'The campaign is paused.': 'Die Kampagne ist angehalten.',
  'The campaign is completed. Start it again to contact this lead.':
    'Die Kampagne ist abgeschlossen. Starten Sie sie erneut, um diesen Lead zu kontaktieren.',
  'The lead is contacted when its turn comes.': 'Der Lead wird kontaktiert, wenn er an der Reihe ist.',

  'The first line has a quotation mark without a counterpart.':
    'Die erste Zeile hat ein Anführungszeichen ohne Gegenstück.',
  'The line has a quotation mark without a counterpart.': 'Die Zeile hat ein Anführungszeichen ohne Gegenstück.',
  'The line is longer than 1 MB.': 'Die Zeile ist länger als 1 MB.',

  // Conversations
  'There can be at most 200 labels.': 'Es kann höchstens 200 Labels geben.',
  'Views are saved for members of the account only.': 'Ansichten werden nur für Mitglieder des Kontos gespeichert.',
  'There can be at most 50 views.': 'Es kann höchstens 50 Ansichten geben.',
  'Another member owns the conversation.': 'Ein anderes Mitglied führt die Konversation.',
  'There can be at most 500 notes.': 'Es kann höchstens 500 Notizen geben.',
  'There can be at most 500 saved replies.': 'Es kann höchstens 500 Textbausteine geben.',
  'This chat does not accept files.': 'Dieser Chat nimmt keine Dateien an.',
  'A conversation can have at most 50 files.': 'Eine Konversation kann höchstens 50 Dateien haben.',
  'The file could not be stored. Try again later.':
    'Die Datei konnte nicht gespeichert werden. Versuchen Sie es später erneut.',
  'Failed to process message: The assistant has no answer at the moment.': 'Der Assistent hat gerade keine Antwort.',
  'In conversations of the chat app and SMS, only the customer writes messages.':
    'In Konversationen über Chat-App und SMS schreibt nur der Kunde.',
  'The selected conversation label is invalid.': 'Dieses Label existiert nicht mehr.',

  // Messages, senders and templates
  'Sender is not online. Current status: offline': 'Der Absender ist nicht online.',
  'The 24-hour messaging window is closed. Customer must reply first, or use a template message.':
    'Das 24-Stunden-Fenster ist geschlossen. Der Kunde muss zuerst antworten, oder Sie senden eine Vorlage.',
  'The 24-hour messaging window is closed. Customer must reply first.':
    'Das 24-Stunden-Fenster ist geschlossen. Der Kunde muss zuerst antworten.',
  'No conversation exists with this recipient. Send a template message first.':
    'Mit diesem Empfänger gibt es keine Konversation. Senden Sie zuerst eine Vorlage.',
  "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages.":
    'Das 24-Stunden-Fenster ist geschlossen. Der Kunde muss zuerst antworten: Der Carrier zählt nur dessen Nachrichten.',
  'Session expired. Send a template or wait for customer to reply.':
    'Das 24-Stunden-Fenster ist geschlossen. Senden Sie eine Vorlage, oder warten Sie auf eine Antwort des Kunden.',
  'The phone number is not a number that can receive SMS.': 'Diese Telefonnummer kann keine SMS empfangen.',
  'The carrier refused the message.': 'Der Carrier hat die Nachricht abgelehnt.',
  'The carrier refused the request.': 'Der Carrier hat die Anfrage abgelehnt.',
  'The message could not be sent.': 'Die Nachricht konnte nicht gesendet werden.',
  'The message could not be sent. Nothing was sent and nothing is charged.':
    'Die Nachricht konnte nicht gesendet werden. Es wurde nichts gesendet und nichts berechnet.',
  'The message was not sent.': 'Die Nachricht wurde nicht gesendet.',
  'The message was not sent in time.': 'Die Nachricht wurde nicht rechtzeitig gesendet.',
  'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.':
    'Es ist noch nicht bekannt, ob die Nachricht gesendet wurde. Senden Sie sie nicht noch einmal: Sie wird gesucht und nur berechnet, wenn sie gesendet wurde.',
  'Invalid phone number format. Use E.164 format (e.g., +14155551234).':
    'Geben Sie die Telefonnummer mit Landesvorwahl ein, etwa +4930123456.',
  'Template is unknown to the carrier. Synchronise the templates and try again.':
    'Der Carrier kennt die Vorlage nicht. Gleichen Sie die Vorlagen ab und versuchen Sie es erneut.',
  'Template is not approved. Current status: pending': 'Die Vorlage ist noch nicht genehmigt.',
  'Template variables do not match.': 'Die Variablen passen nicht zur Vorlage.',
  'This sender has no assistant. Assign one before sending.':
    'Dieser Absender hat keinen Assistenten. Weisen Sie ihm vor dem Senden einen zu.',
  'Voice call templates need a sender that may reach at least 2000 people within 24 hours.':
    'Vorlagen mit Anrufknopf brauchen einen Absender, der in 24 Stunden mindestens 2000 Personen erreichen darf.',
  'The carrier did not report how many people this sender may reach. Please try again later.':
    'Der Carrier hat nicht mitgeteilt, wie viele Personen dieser Absender erreichen darf. Versuchen Sie es später erneut.',
  'From number is not SMS capable': 'Die Telefonnummer des Absenders kann keine SMS senden.',
  'Invalid to phone number': 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, die SMS empfangen kann.',
  'Delete the senders and phone numbers of the current carrier account first.':
    'Löschen Sie zuerst die Absender und Telefonnummern des bisherigen Carrier-Kontos.',
  'Authentication templates have a fixed text. Create them at the carrier, then synchronize.':
    'Vorlagen für Bestätigungscodes haben einen festen Text. Legen Sie sie beim Carrier an und gleichen Sie dann ab.',
  'The phone number is not a sender at the carrier that this account may use.':
    'Die Telefonnummer ist beim Carrier kein Absender, den dieses Konto verwenden darf.',
  'The carrier does not accept these credentials.': 'Der Carrier akzeptiert diese Zugangsdaten nicht.',
  'The carrier does not accept the credentials of the carrier account.':
    'Der Carrier akzeptiert die Zugangsdaten des Carrier-Kontos nicht.',
  'The sender was deleted.': 'Der Absender wurde gelöscht.',
  'The carrier has no such message.': 'Der Carrier hat keine solche Nachricht.',
  'The carrier has no such call.': 'Der Carrier hat keinen solchen Anruf.',
  'The carrier account is no longer set.': 'Das Carrier-Konto ist nicht mehr eingerichtet.',
  'The carrier account no longer exists.': 'Das Carrier-Konto existiert nicht mehr.',
  'The media url could not be fetched.': 'Die Datei konnte nicht geladen werden.',
  'The media url is an empty file.': 'Die Datei ist leer.',

  // Phone numbers
  'The carrier cannot be reached right now. Please try again.':
    'Der Carrier ist gerade nicht erreichbar. Versuchen Sie es erneut.',
  'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.':
    'Der Carrier erreicht die Adresse dieser Installation nicht. Der Betreiber muss ihre öffentliche Adresse einstellen.',
  'The carrier account already has this phone number. Import it instead.':
    'Das Carrier-Konto hat diese Telefonnummer bereits. Importieren Sie sie.',
  'The phone number is not a number at the carrier that this account may use.':
    'Die Telefonnummer ist beim Carrier keine Nummer, die dieses Konto verwenden darf.',
  'The phone number cannot be used for calls.': 'Die Telefonnummer kann nicht für Anrufe verwendet werden.',

  // Knowledge
  'Changed settings need the permission to update the assistant.':
    'Ihre Rolle darf den Assistenten nicht ändern und darum keine geänderten Einstellungen ausprobieren.',
  'The language model could not write the assistant. Please try again.':
    'Das Sprachmodell konnte den Assistenten nicht schreiben. Versuchen Sie es erneut.',
  'No such server was found on this machine.': 'Auf dieser Maschine wurde kein solcher Server gefunden.',
  'The environment or a key configures this already.': 'Die Umgebung oder ein Schlüssel legt dies bereits fest.',
  'No server was chosen for this.': 'Dafür wurde kein Server gewählt.',
  'Voice pack not found.': 'Dieses Stimmpaket gibt es nicht.',
  'This pack is installed. Remove it before you add it again.':
    'Dieses Paket ist installiert. Entfernen Sie es, bevor Sie es erneut hinzufügen.',
  'This pack is already being added.': 'Dieses Paket wird bereits hinzugefügt.',
  'This server cannot run voice packs: the package sherpa-onnx could not be loaded.':
    'Dieser Server kann keine Stimmpakete ausführen: Das Paket sherpa-onnx konnte nicht geladen werden.',
  'Either a name or a url is required, and not both.': 'Geben Sie entweder einen Namen oder eine Adresse an.',
  'The pack contains the data of espeak-ng, which is under the GPL 3.0 or later.':
    'Das Paket enthält die Daten von espeak-ng, die unter der GPL 3.0 oder neuer stehen.',
  'The license forbids some uses, such as deception; read it.':
    'Die Lizenz verbietet manche Verwendungen, zum Beispiel Täuschung. Lesen Sie sie.',
  'Free for companies with less than one million US dollars of revenue a year; read the license.':
    'Kostenlos für Unternehmen mit weniger als einer Million US-Dollar Jahresumsatz. Lesen Sie die Lizenz.',
  'Needs about 1 GB of memory in each process.': 'Benötigt in jedem Prozess etwa 1 GB Arbeitsspeicher.',
  'The server could not store the voice pack. Its log contains the reason.':
    'Der Server konnte das Stimmpaket nicht speichern. Sein Protokoll enthält den Grund.',
  'The disk of the server is full.': 'Die Festplatte des Servers ist voll.',
  'Vendor not found.': 'Diesen Anbieter gibt es nicht.',
  'The vendor rejected the key.': 'Der Anbieter hat den Schlüssel abgelehnt.',
  'The vendor could not be reached, so the key could not be tested.':
    'Der Anbieter war nicht erreichbar, deshalb ließ sich der Schlüssel nicht testen.',
  'The environment sets this vendor. Change it there.':
    'Dieser Anbieter ist über Umgebungsvariablen eingerichtet. Ändern Sie ihn dort.',
  'There is no key of this vendor.': 'Für diesen Anbieter gibt es keinen Schlüssel.',
  'An account can have up to 200 knowledgebases.': 'Ein Konto kann bis zu 200 Wissensdatenbanken haben.',
  'A knowledgebase can have up to 1,000 documents.': 'Eine Wissensdatenbank kann bis zu 1.000 Dokumente haben.',
  'The files of all documents can have up to 10 GB in total.':
    'Die Dateien aller Dokumente dürfen zusammen bis zu 10 GB groß sein.',
  'Failed to create document. Please try again.': 'Das Dokument konnte nicht angelegt werden. Versuchen Sie es erneut.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is not a PDF.': 'Die Datei ist kein PDF.',
  'The file is not a DOCX document.': 'Die Datei ist kein DOCX-Dokument.',
  'The file is not a text file.': 'Die Datei ist keine Textdatei.',
  'The file is too large.': 'Die Datei ist zu groß.',
  'The file is not a plain text file.': 'Die Datei ist keine reine Textdatei.',
  'The file is not a Word document (docx).': 'Die Datei ist kein Word-Dokument (docx).',
  'The document needs too much memory. Split it into smaller ones.':
    'Das Dokument braucht zu viel Speicher. Teilen Sie es auf.',
  'The document contains no text with words.': 'Das Dokument enthält keinen Text mit Wörtern.',
  'The document contains no text.': 'Das Dokument enthält keinen Text.',
  'The document is damaged and cannot be read.': 'Das Dokument ist beschädigt und kann nicht gelesen werden.',
  'The document could not be processed. Delete it and create it again, or contact the operator.':
    'Das Dokument konnte nicht verarbeitet werden. Löschen Sie es und legen Sie es neu an, oder wenden Sie sich an den Betreiber.',
  'The PDF contains no text. Scanned pages need text recognition (OCR) first.':
    'Das PDF enthält keinen Text. Gescannte Seiten brauchen zuerst eine Texterkennung (OCR).',
  'The PDF is encrypted. Remove the password and upload it again.':
    'Das PDF ist verschlüsselt. Entfernen Sie das Passwort und laden Sie es erneut hoch.',
  'The PDF is damaged and cannot be read.': 'Das PDF ist beschädigt und kann nicht gelesen werden.',
  'The PDF contains more than 10 MB of text. Split it.': 'Das PDF enthält mehr als 10 MB Text. Teilen Sie es auf.',
  'Reading the document took too long.': 'Das Lesen des Dokuments hat zu lange gedauert.',
  'Reading the document failed unexpectedly.': 'Das Lesen des Dokuments ist unerwartet fehlgeschlagen.',
  'The website contains no text.': 'Die Website enthält keinen Text.',
  'The address is not allowed.': 'Die Adresse ist nicht erlaubt.',
  'The page could not be reached.': 'Die Seite ist nicht erreichbar.',
  'The address could not be reached.': 'Die Adresse ist nicht erreichbar.',
  'The address did not answer in time.': 'Die Adresse hat nicht rechtzeitig geantwortet.',
  'The response could not be read.': 'Die Antwort war nicht lesbar.',
  'The page did not answer in time.': 'Die Seite hat nicht rechtzeitig geantwortet.',
  "The website's robots.txt does not allow reading this page.":
    'Die robots.txt der Website erlaubt nicht, diese Seite zu lesen.',
  "The website's robots.txt could not be read, so this page was not read.":
    'Die robots.txt der Website konnte nicht gelesen werden, darum wurde die Seite nicht gelesen.',
  'The page has too many redirects.': 'Die Seite leitet zu oft weiter.',
  'The page redirects to another website.': 'Die Seite leitet auf eine andere Website weiter.',
  'The page is larger than 5 MB.': 'Die Seite ist größer als 5 MB.',
  'The pages before this one have more than 50 MB in total.': 'Die Seiten davor sind zusammen größer als 50 MB.',
  'The website could not be read within 10 minutes.': 'Die Website konnte nicht in 10 Minuten gelesen werden.',
  'The page could not be processed.': 'Die Seite konnte nicht verarbeitet werden.',
  'The page shows an error instead of content.': 'Die Seite zeigt einen Fehler statt ihres Inhalts.',
  'The page needs JavaScript to show its text.': 'Die Seite braucht JavaScript, um ihren Text zu zeigen.',
  'The page hides its text until a visitor or a script shows it.':
    'Die Seite verbirgt ihren Text, bis ein Besucher oder ein Skript ihn anzeigt.',
  'The page has no text.': 'Die Seite hat keinen Text.',
  'More than half of the text of the page is hidden and was not read.':
    'Mehr als die Hälfte des Textes der Seite ist verborgen und wurde nicht gelesen.',
  'More than half of the text of the file is hidden and was not read.':
    'Mehr als die Hälfte des Textes der Datei ist verborgen und wurde nicht gelesen.',

  // People
  'The account must keep an owner.': 'Das Konto muss einen Inhaber behalten.',
  'This person is a member already.': 'Diese Person ist bereits Mitglied.',
  'The invitation is not valid, was accepted or has expired.':
    'Die Einladung ist ungültig, wurde bereits angenommen oder ist abgelaufen.',
  'Sign in with the invited email first, then accept the invitation.':
    'Melden Sie sich zuerst mit der eingeladenen E-Mail-Adresse an und nehmen Sie dann die Einladung an.',
  'A new user needs a name and a password.': 'Geben Sie einen Namen und ein Passwort ein.',
  'This password is too easy to guess. Choose a longer or less regular one.':
    'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein längeres oder weniger regelmäßiges.',
  'The email or the password is not correct.': 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',
  'The code is not correct, or the sign-in has expired.':
    'Der Code ist nicht richtig, oder die Anmeldung ist abgelaufen.',
  'The link is not valid, was used before or has expired.':
    'Der Link ist ungültig, wurde schon verwendet oder ist abgelaufen.',
  'The password is not correct.': 'Das Passwort ist nicht richtig.',
  'Another user has this email.': 'Ein anderer Benutzer hat diese E-Mail-Adresse.',
  'This installation sends no mail. Its operator can change the email with `parley member email`.':
    'Diese Installation versendet keine E-Mails. Der Betreiber kann die E-Mail-Adresse mit `parley member email` ändern.',
  'An authenticator app is already in use. Remove it first.':
    'Es ist bereits eine Authenticator-App in Gebrauch. Entfernen Sie sie zuerst.',
  'The code is not correct.': 'Der Code ist nicht richtig.',
  'Nothing is stored about this person.': 'Über diese Person ist nichts gespeichert.',
  'More than 20 phone numbers and identifiers belong to this one, so it does not identify one person.':
    'Dazu gehören mehr als 20 Telefonnummern und Kennungen, also bezeichnet die Angabe keine einzelne Person.',

  // Developers
  'The webhook delivery is being sent right now.': 'Die Zustellung wird gerade gesendet.',
  'The account has too many open event streams.': 'Das Konto ist in zu vielen Fenstern zugleich geöffnet.',
  'The calendar provider cannot be reached. Try again later.':
    'Der Kalenderanbieter ist nicht erreichbar. Versuchen Sie es später erneut.',

  // The carrier
  'Too many calls are under way at once.': 'Zu viele Anrufe laufen gleichzeitig.',
  'A parameter is missing or malformed.': 'Eine Angabe fehlt oder ist fehlerhaft.',
  'The carrier refused the credentials.': 'Der Carrier hat die Zugangsdaten abgelehnt.',
  'The resource does not exist at the carrier.': 'Beim Carrier gibt es das nicht.',
  'The rate limit of the carrier was exceeded.': 'Das Anfragelimit des Carriers wurde überschritten.',
  'The carrier had an internal error.': 'Beim Carrier ist ein interner Fehler aufgetreten.',
  'The test credentials of the carrier cannot do this.': 'Mit den Testzugangsdaten des Carriers ist das nicht möglich.',
  'The call has no recipient.': 'Der Anruf hat keinen Empfänger.',
  'The carrier account may not call premium numbers.': 'Das Carrier-Konto darf keine Mehrwertnummern anrufen.',
  'The carrier account may not call this number.': 'Das Carrier-Konto darf diese Nummer nicht anrufen.',
  'The URL of the call is not valid.': 'Die URL des Anrufs ist ungültig.',
  'The number is not one from which the carrier account can call.':
    'Von dieser Nummer kann das Carrier-Konto nicht anrufen.',
  'The recipient is not a valid phone number.': 'Der Empfänger ist keine gültige Telefonnummer.',
  'The sender is not a valid phone number.': 'Der Absender ist keine gültige Telefonnummer.',
  'The call has no caller number.': 'Der Anruf hat keine Nummer des Anrufers.',
  'The number cannot be reached by phone.': 'Die Nummer ist telefonisch nicht erreichbar.',
  'The carrier account may not call this region.': 'Das Carrier-Konto darf in diese Region nicht anrufen.',
  'The phone number is not valid.': 'Die Telefonnummer ist ungültig.',
  'The number is not verified, as a trial account of the carrier needs it.':
    'Die Nummer ist nicht bestätigt, wie es ein Testkonto des Carriers verlangt.',
  'The call is not in progress.': 'Der Anruf läuft nicht.',
  'A trial account of the carrier can have one number only.': 'Ein Testkonto des Carriers kann nur eine Nummer haben.',
  'The carrier account may not send to this region.': 'Das Carrier-Konto darf nicht in diese Region senden.',
  'The phone number is no longer available.': 'Die Telefonnummer ist nicht mehr verfügbar.',
  'The caller number is not verified.': 'Die Nummer des Anrufers ist nicht bestätigt.',
  'The carrier has no numbers of this kind.': 'Der Carrier hat keine solchen Nummern.',
  'The message has no content.': 'Die Nachricht hat keinen Inhalt.',
  'The message has no sender.': 'Die Nachricht hat keinen Absender.',
  'The message has no recipient.': 'Die Nachricht hat keinen Empfänger.',
  'The sender is not a number of the carrier account that can send.':
    'Der Absender ist keine Nummer des Carrier-Kontos, die senden kann.',
  'The recipient is not verified, as a trial account of the carrier needs it.':
    'Der Empfänger ist nicht bestätigt, wie es ein Testkonto des Carriers verlangt.',
  'The recipient has opted out.': 'Der Empfänger hat sich abgemeldet.',
  'The sender has too many messages waiting.': 'Beim Absender warten zu viele Nachrichten.',
  'There is no route from the sender to the recipient.': 'Vom Absender zum Empfänger gibt es keinen Weg.',
  'The recipient is not a mobile number.': 'Der Empfänger ist keine Mobilnummer.',
  'The text is longer than 1,600 characters.': 'Der Text ist länger als 1.600 Zeichen.',
  'The message has no text.': 'Die Nachricht hat keinen Text.',
  'The address of the media is not valid.': 'Die Adresse der Datei ist ungültig.',
  'The message has more than ten media.': 'Die Nachricht hat mehr als zehn Dateien.',
  'The carrier does not know the template.': 'Der Carrier kennt die Vorlage nicht.',
  'The id of the template is not valid.': 'Die ID der Vorlage ist ungültig.',
  'The template variables are not valid.': 'Die Variablen der Vorlage sind ungültig.',
  'A template variable is too long.': 'Eine Variable der Vorlage ist zu lang.',
  'The sender is not a number of the carrier account.': 'Der Absender ist keine Nummer des Carrier-Kontos.',
  'The sender belongs to another carrier account.': 'Der Absender gehört zu einem anderen Carrier-Konto.',
  'The sender cannot send text messages.': 'Der Absender kann keine Textnachrichten senden.',
  'The messaging service has no sender.': 'Der Nachrichtendienst hat keinen Absender.',
  'Sender and recipient are of different channels.': 'Absender und Empfänger gehören zu verschiedenen Kanälen.',
  'The message waited too long at the carrier.': 'Die Nachricht hat beim Carrier zu lange gewartet.',
  'The carrier account is suspended.': 'Das Carrier-Konto ist gesperrt.',
  'The handset could not be reached.': 'Das Telefon war nicht erreichbar.',
  'The message was blocked.': 'Die Nachricht wurde blockiert.',
  'The number is unknown or no longer in use.': 'Die Nummer ist unbekannt oder nicht mehr vergeben.',
  'The number is a landline or cannot be reached.': 'Die Nummer ist ein Festnetzanschluss oder nicht erreichbar.',
  'The message was filtered as spam.': 'Die Nachricht wurde als Spam gefiltert.',
  'The message was not delivered for an unknown reason.': 'Die Nachricht wurde aus unbekanntem Grund nicht zugestellt.',
  'The channel refused the credentials of the sender.': 'Der Kanal hat die Zugangsdaten des Absenders abgelehnt.',
  'The recipient was not found on this channel.': 'Der Empfänger wurde auf diesem Kanal nicht gefunden.',
  'The channel refused the content.': 'Der Kanal hat den Inhalt abgelehnt.',
  'The carrier account has no such sender on this channel.':
    'Das Carrier-Konto hat auf diesem Kanal keinen solchen Absender.',
  'The channel failed.': 'Der Kanal ist ausgefallen.',
  'The content breaks a rule of the channel.': 'Der Inhalt verstößt gegen eine Regel des Kanals.',
  'The recipient has blocked the sender.': 'Der Empfänger hat den Absender blockiert.',
  'The recipient has not joined the carrier’s sandbox.':
    'Der Empfänger ist der Sandbox des Carriers nicht beigetreten.',
  'The recipient has not written within 24 hours: only a template can be sent.':
    'Der Empfänger hat in den letzten 24 Stunden nicht geschrieben: Nur eine Vorlage kann gesendet werden.',
  'A rate or messaging limit of the channel was exceeded.': 'Ein Limit des Kanals wurde überschritten.',
  'The channel could not fetch the media.': 'Der Kanal konnte die Datei nicht laden.',
  'The sender’s invitation to the channel has not been accepted.':
    'Die Einladung des Absenders zum Kanal wurde nicht angenommen.',
  'The channel found the content invalid.': 'Der Kanal hält den Inhalt für ungültig.',
  'The recipient cannot receive messages on this channel.':
    'Der Empfänger kann auf diesem Kanal keine Nachrichten empfangen.',
  'The channel does not support a parameter.': 'Der Kanal unterstützt eine Angabe nicht.',
  'The channel withheld the message from this user.': 'Der Kanal hat die Nachricht vor diesem Nutzer zurückgehalten.',
  'The recipient has opted out of marketing messages.': 'Der Empfänger hat Werbenachrichten abbestellt.',
  'The template was rejected.': 'Die Vorlage wurde abgelehnt.',
  'The template is paused.': 'Die Vorlage ist angehalten.',
  'The template is disabled.': 'Die Vorlage ist deaktiviert.',
  'The channel chose not to deliver this marketing message.': 'Der Kanal hat diese Werbenachricht nicht zugestellt.',
  'The sender is locked because it was idle for 30 days.':
    'Der Absender ist gesperrt, weil er 30 Tage lang nicht benutzt wurde.',
  'The business account is disabled or not verified.': 'Das Unternehmenskonto ist deaktiviert oder nicht bestätigt.',
  'The template has more than 100 variables.': 'Die Vorlage hat mehr als 100 Variablen.',
  'The template was submitted before.': 'Die Vorlage wurde schon einmal eingereicht.',
  'The carrier could not be reached in time.': 'Der Carrier war nicht rechtzeitig erreichbar.',
  'The carrier could not be reached.': 'Der Carrier war nicht erreichbar.',
  'The carrier did not answer in time.': 'Der Carrier hat nicht rechtzeitig geantwortet.',
  'The carrier closed the connection.': 'Der Carrier hat die Verbindung beendet.',
  'The carrier’s answer is larger than allowed.': 'Die Antwort des Carriers ist zu groß.',
  'The carrier’s answer cannot be read.': 'Die Antwort des Carriers ist nicht lesbar.',
  'This server could not open its SIP port. Its log says why.':
    'Dieser Server konnte seinen SIP-Port nicht öffnen. Sein Protokoll nennt den Grund.',
  'No process with the role voice serves SIP at the moment.': 'Im Moment bedient kein Prozess die Leitungen.',
  'The server was stopped.': 'Der Server wurde beendet.',
  'The trunk did not answer.': 'Der Anbieter hat nicht geantwortet.',
  'The connection to the trunk was lost.': 'Die Verbindung zum Anbieter ist abgebrochen.',
  'The caller did not confirm the call.': 'Der Anrufer hat den Anruf nicht bestätigt.',
  'The call could not be connected.': 'Der Anruf konnte nicht verbunden werden.',
  'SIP trunk not found': 'Diese Leitung gibt es nicht mehr.',
  'SIP telephone not found': 'Dieses Telefon gibt es nicht mehr.',
  'A contact cannot be merged into itself.': 'Ein Kontakt lässt sich nicht mit sich selbst zusammenführen.',
  'Contact not found': 'Diesen Kontakt gibt es nicht mehr.',
  'A contact has at most 20 addresses.': 'Ein Kontakt hat höchstens 20 Adressen.',
  'Another contact has this address. Merge the contacts if they are one person.':
    'Ein anderer Kontakt hat diese Adresse. Führen Sie die Kontakte zusammen, wenn sie dieselbe Person sind.',
  'Address not found': 'Diese Adresse gibt es nicht mehr.',
  'The contacts are not merged, or can no longer be separated.':
    'Die Kontakte sind nicht zusammengeführt oder lassen sich nicht mehr trennen.',
  'There can be at most 200 notes.': 'Es sind höchstens 200 Notizen möglich.',
  'The name field is required when there is no address.': 'Geben Sie einen Namen oder eine Adresse an.',
  'Exactly one address is required.': 'Geben Sie genau eine Adresse an.',
}

export const texts = { sentences }
