// The labels and helps of the fields of assistants, in French.
import type { Translation } from '../catalogues.ts'

export const texts = {
  fields: {
    initial_message: {
      label: 'Message d’accueil',
      help: 'La première phrase que les clients entendent ou lisent. {{name}} insère une variable.',
    },
    system_prompt: {
      label: 'Instructions',
      help: 'Qui est l’assistant, ce qu’il doit obtenir et ce qu’il ne doit pas faire.',
    },
    llm_model_id: {
      label: 'Modèle de langage',
      help: 'Détermine ce que dit l’assistant : les grands modèles comprennent mieux, les petits répondent plus vite.',
    },
    multimodal_model_id: {
      label: 'Modèle temps réel',
      help: 'Écoute directement le client et détermine ce que dit l’assistant.',
    },
    voice_id: { label: 'Voix', help: 'La voix que les clients entendent pendant les appels.' },
    speech_speed: {
      label: 'Vitesse',
      help: 'La rapidité avec laquelle l’assistant parle ; 1 est la vitesse habituelle de la voix.',
    },
    language_id: { label: 'Langue', help: 'La langue dans laquelle l’assistant accueille et comprend les clients.' },
    secondary_language_ids: {
      label: 'Autres langues',
      help: 'Les clients peuvent aussi parler ces langues. Après deux phrases dans l’une d’elles, l’assistant continue dans cette langue.',
    },
    knowledgebase_id: {
      label: 'Base de connaissances',
      help: 'Les clients obtiennent des réponses tirées de ses documents.',
    },
    knowledgebase_mode: {
      label: 'Quand chercher',
      help: 'Chercher seulement au besoin accélère les réponses ; chercher à chaque question laisse échapper moins d’informations.',
    },
    wait_for_customer: {
      label: 'Laisser le client parler d’abord',
      help: 'L’assistant attend que le client ait parlé pour le saluer.',
    },
    allow_interruptions: {
      label: 'Autoriser les interruptions',
      help: 'Les clients peuvent couper la parole à l’assistant, qui se tait alors pour écouter.',
    },
    interrupt_sensitivity: {
      label: 'Sensibilité aux interruptions',
      help: 'Plus la valeur est élevée, plus vite l’assistant se tait quand le client commence à parler.',
    },
    min_interrupt_words: {
      label: 'Mots pour une interruption',
      help: 'L’assistant continue de parler jusqu’à ce que le client ait dit ce nombre de mots. Laissez vide pour un seul mot.',
    },
    endpoint_type: { label: 'Fin de parole du client', help: 'Détermine quand l’assistant commence à répondre.' },
    endpoint_sensitivity: {
      label: 'Sensibilité aux pauses',
      help: 'Plus la valeur est élevée, plus tôt l’assistant répond, au risque de couper un client qui réfléchit.',
    },
    turn_detection_threshold: {
      label: 'Seuil de détection de la parole',
      help: 'Une valeur élevée ignore davantage de bruits de fond, mais aussi les paroles faibles. Laissez vide pour un réglage automatique.',
    },
    enable_noise_cancellation: {
      label: 'Réduire le bruit',
      help: 'L’assistant comprend mieux les clients dans un lieu bruyant.',
    },
    max_silence_duration: {
      label: 'Silence maximal',
      help: 'L’appel se termine quand le client n’a rien dit pendant cette durée.',
    },
    max_initial_silence_duration: {
      label: 'Silence maximal au début',
      help: 'L’appel se termine quand le client ne dit rien pendant cette durée au début. Laissez vide pour appliquer la limite générale.',
    },
    reengagement_interval: {
      label: 'Silence avant relance',
      help: 'Après ce silence, l’assistant s’adresse de nouveau au client.',
    },
    reengagement_prompt: {
      label: 'Instruction face à un client silencieux',
      help: 'Ce que l’assistant doit dire alors. Laissez vide pour qu’il demande si le client est toujours là.',
    },
    voice_stability: {
      label: 'Stabilité',
      help: 'Une valeur élevée donne une voix plus égale, une valeur basse une voix plus vivante. Certaines voix ne le permettent pas.',
    },
    voice_similarity: {
      label: 'Ressemblance',
      help: 'La fidélité à la voix d’origine. Certaines voix ne le permettent pas.',
    },
    tts_emotion_enabled: {
      label: 'Parler avec émotion',
      help: 'La voix est plus vivante, si elle le permet.',
    },
    ambient_sound: { label: 'Fond sonore', help: 'Les clients entendent ce son derrière la voix.' },
    ambient_sound_volume: { label: 'Volume du fond sonore', help: 'À quel volume les clients l’entendent.' },
    fillers: {
      label: 'Mots d’attente',
      help: 'Pendant qu’il réfléchit, l’assistant fait patienter d’un mot bref, comme « Bien sûr ».',
    },
    filler_config: { label: 'Mots', help: 'Ce que dit l’assistant, selon ce que le client vient de dire.' },
    'filler_config.positive': { label: 'Après un accord', help: 'Le client est d’accord ou content.' },
    'filler_config.negative': { label: 'Après un problème', help: 'Le client refuse ou se plaint.' },
    'filler_config.question': { label: 'Après une question', help: 'Le client demande quelque chose.' },
    'filler_config.neutral': { label: 'Dans les autres cas', help: 'Le client dit autre chose.' },
    tools: {
      label: 'Outils intégrés',
      help: 'Ce que l’assistant peut faire pour les clients pendant une conversation.',
    },
    'tools.type': { label: 'Outil' },
    'tools.description': {
      label: 'Quand l’utiliser',
      help: 'La situation dans laquelle l’assistant utilise l’outil, avec vos mots.',
    },
    'tools.message': { label: 'Annonce', help: 'Les clients l’entendent avant que l’outil soit utilisé.' },
    'tools.enabled': {
      label: 'Raccrocher à la fin de la conversation',
      help: 'L’assistant met fin à l’appel une fois les au revoir échangés. Sinon, seul le client raccroche.',
    },
    'tools.briefing': {
      label: 'Présentation',
      help: 'Votre collègue l’entend avant la mise en relation avec le client. Laissez vide pour un résumé de l’appel.',
    },
    'tools.require_key': {
      label: 'Confirmer avec la touche 1',
      help: 'Votre collègue appuie sur 1 pour accepter l’appel. Un répondeur ne peut donc pas le prendre.',
    },
    'tools.phone_numbers': {
      label: 'Numéros de téléphone',
      help: 'Les clients sont mis en relation avec l’un de ces numéros. Avec l’indicatif du pays ; +33199001234x12 compose le poste 12.',
    },
    'tools.extension': {
      label: 'Poste',
      help: 'Touches à composer après le décroché : une virgule attend deux secondes, w une demi-seconde.',
    },
    'tools.end_call_on_failure': {
      label: 'Raccrocher si personne n’est joignable',
      help: 'L’assistant le dit et met fin à l’appel. Sinon, il poursuit la conversation.',
    },
    'tools.max_digits': {
      label: 'Nombre maximal de chiffres',
      help: 'La saisie se termine quand le client a appuyé sur ce nombre de touches.',
    },
    'tools.finish_key': {
      label: 'Touche de fin de saisie',
      help: 'Le client appuie sur cette touche après le dernier chiffre.',
    },
    'tools.timeout_seconds': {
      label: 'Délai pour appuyer',
      help: 'La saisie se termine quand le client n’appuie sur rien pendant cette durée.',
    },
    'tools.calendly_event_type_uri': {
      label: 'Rendez-vous Calendly',
      help: 'Les clients prennent ce type de rendez-vous.',
    },
    'tools.calcom_event_type': {
      label: 'Rendez-vous Cal.com',
      help: 'Les clients prennent ce type de rendez-vous.',
    },
    'tools.assistant_id': { label: 'Assistant', help: 'Cet assistant poursuit la conversation avec le client.' },
    tool_ids: {
      label: 'Vos propres outils',
      help: 'Requêtes à vos systèmes, par exemple pour retrouver la commande d’un client.',
    },
    handover: {
      label: 'Transférer des conversations à une personne',
      help: 'Les clients qui écrivent sont transférés à une personne quand l’une de ces règles s’applique.',
    },
    'handover.keywords': {
      label: 'Mots',
      help: 'Un message du client qui contient l’un de ces mots entraîne un transfert.',
    },
    'handover.on_request': {
      label: 'Quand le client demande une personne',
      help: 'L’assistant reconnaît cette demande, quelle que soit sa formulation.',
    },
    'handover.after_failures': {
      label: 'Après des échecs de réponse',
      help: 'Une personne reprend la conversation quand l’assistant n’a pas pu répondre ce nombre de fois de suite. Laissez vide pour ne jamais transférer.',
    },
    'handover.to': { label: 'Transférer à', help: 'Qui reçoit la conversation dans la boîte de réception.' },
    'handover.message': {
      label: 'Message au client',
      help: 'Les clients le lisent quand une personne reprend la conversation.',
    },
    'handover.office_hours': {
      label: 'Heures d’ouverture',
      help: 'En dehors, l’assistant garde la conversation.',
    },
    'handover.office_hours.windows': {
      label: 'Horaires',
      help: 'Dans le fuseau horaire de l’assistant. Un horaire qui finit avant de commencer se prolonge après minuit.',
    },
    'handover.office_hours.windows.days': { label: 'Jours' },
    'handover.office_hours.windows.start': { label: 'De' },
    'handover.office_hours.windows.end': { label: 'À' },
    'handover.office_hours.closed_message': {
      label: 'Message hors des heures d’ouverture',
      help: 'Les clients le lisent au lieu d’être transférés. Laissez vide pour que l’assistant réponde.',
    },
    'handover.webhook_url': {
      label: 'Notifier cette adresse',
      help: 'Votre serveur est informé de chaque transfert.',
    },
    phone_number_id: {
      label: 'Numéro de téléphone',
      help: 'Le numéro que les clients appellent ou qu’ils voient quand l’assistant appelle.',
    },
    max_duration: {
      label: 'Durée maximale d’un appel',
      help: 'L’appel se termine après cette durée, même si le client parle encore.',
    },
    ringing_time: {
      label: 'Durée de sonnerie',
      help: 'Durée pendant laquelle le téléphone sonne avant que l’assistant renonce.',
    },
    end_call_on_voicemail: {
      label: 'Raccrocher sur un répondeur',
      help: 'L’appel s’arrête là, après le message ci-dessous.',
    },
    voice_mail_message: {
      label: 'Message pour les répondeurs',
      help: 'Laissé sur le répondeur. Laissez vide pour ne rien dire.',
    },
    conversation_inactivity_timeout: {
      label: 'Fin pour inactivité',
      help: 'Une conversation écrite se termine quand le client n’a rien écrit pendant cette durée.',
    },
    widget_enabled: {
      label: 'Chat sur les sites web',
      help: 'Les visiteurs de votre site web peuvent écrire à l’assistant.',
    },
    widget_voice_enabled: {
      label: 'Appels sur les sites web',
      help: 'Les visiteurs peuvent aussi appeler depuis leur navigateur, au même prix que les autres appels.',
    },
    widget_files_enabled: {
      label: 'Fichiers des visiteurs',
      help: 'Les visiteurs peuvent envoyer à l’assistant des images et des fichiers PDF, Word et texte.',
    },
    widget_origins: {
      label: 'Sites web autorisés',
      help: 'Les visiteurs n’accèdent à l’assistant que depuis ces sites web. Laissez vide pour les autoriser tous.',
    },
    post_call_evaluation: {
      label: 'Évaluer les appels et les conversations',
      help: 'Vous voyez un résumé et les valeurs ci-dessous pour chaque appel et chaque conversation.',
    },
    post_call_schema: {
      label: 'Valeurs à déterminer',
      help: 'Ce que vous voulez savoir de chaque conversation, par exemple la satisfaction du client.',
    },
    'post_call_schema.name': { label: 'Nom', help: 'Minuscules, chiffres et traits de soulignement.' },
    'post_call_schema.type': { label: 'Type' },
    'post_call_schema.description': { label: 'Description' },
    record: {
      label: 'Enregistrer les appels',
      help: 'Vous pouvez réécouter les appels. Prévenez les clients là où la loi l’exige.',
    },
    store_transcript: {
      label: 'Conserver les transcriptions',
      help: 'Sinon, les transcriptions, messages et évaluations sont supprimés peu après la fin. Les enregistrements sont conservés.',
    },
    is_webhook_active: {
      label: 'Après chaque appel',
      help: 'Votre serveur reçoit le résultat, par exemple pour vos fiches clients.',
    },
    webhook_url: {
      label: 'Adresse pour les appels',
      help: 'Les résultats des appels avec les clients y sont envoyés.',
    },
    send_webhook_only_on_completed: {
      label: 'Appels aboutis seulement',
      help: 'Les appels auxquels aucun client n’a répondu ne sont pas envoyés.',
    },
    include_recording_in_webhook: {
      label: 'Joindre l’enregistrement',
      help: 'Ajoute un lien vers l’enregistrement de l’appel du client. Il est valable 15 minutes.',
    },
    is_inbound_webhook_active: {
      label: 'Avant les appels entrants',
      help: 'Votre serveur est appelé avant que l’assistant réponde et peut indiquer qui appelle ; il est rappelé à la fin.',
    },
    inbound_webhook_url: {
      label: 'Adresse pour les appels entrants',
      help: 'Les appels des clients y sont annoncés.',
    },
    is_conversation_ended_webhook_active: {
      label: 'Après chaque conversation écrite',
      help: 'Votre serveur reçoit la conversation avec le client et son évaluation.',
    },
    conversation_ended_webhook_url: {
      label: 'Adresse pour les conversations écrites',
      help: 'Les conversations avec les clients y sont envoyées quand elles sont terminées.',
    },
    conversation_ended_retrigger: {
      label: 'Renvoyer après chaque fin',
      help: 'Si un client écrit de nouveau, un autre envoi a lieu à la fin suivante.',
    },
    name: {
      label: 'Nom',
      help: 'Les clients l’entendent là où la loi oblige l’assistant à se présenter comme une IA.',
    },
    type: { label: 'Sens des appels', help: 'Les clients appellent l’assistant, ou l’inverse.' },
    mode: { label: 'Type de modèle', help: 'Comment l’assistant entend et parle pendant les appels.' },
    timezone: {
      label: 'Fuseau horaire',
      help: 'Les dates et heures données aux clients et les heures d’ouverture suivent ce fuseau.',
    },
    folder_id: {
      label: 'Dossier',
      help: 'Regroupe des assistants dans la liste ; les clients ne le voient pas.',
    },
    label_ids: {
      label: 'Étiquettes',
      help: 'Aident à retrouver des assistants dans la liste ; les clients ne les voient pas.',
    },
    llm_temperature: {
      label: 'Température',
      help: 'Une valeur élevée rend les réponses plus variées, une valeur basse plus prévisibles.',
    },
    chat_llm_fallback_id: {
      label: 'Modèle pour l’écrit et les pannes',
      help: 'Répond aux conversations écrites si le modèle ne sait pas écrire, et prend le relais s’il tombe en panne.',
    },
    synthesizer_provider_id: {
      label: 'Synthèse vocale',
      help: 'Le service qui transforme les réponses en voix. En général, celui de la voix.',
    },
    transcriber_provider_id: {
      label: 'Reconnaissance vocale',
      help: 'Le service qui comprend ce que disent les clients.',
    },
    variables: {
      label: 'Variables',
      help: 'Leurs valeurs remplacent {{name}} dans les textes ; chaque appel ou conversation peut les changer. Une valeur ne prouve jamais l’identité du client.',
    },
    visitor_variables: {
      label: 'Variables que les visiteurs peuvent définir',
      help: 'Les visiteurs de votre site web ne peuvent pas en modifier d’autres.',
    },
  },
} satisfies Translation<'assistant-fields'>
