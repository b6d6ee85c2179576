// The labels and helps of the fields of assistants, in English.
export const texts = {
  // By path. Items of lists and the data of tools have no step of their own.
  fields: {
    initial_message: {
      label: 'Greeting',
      help: 'The first sentence that customers hear or read. {{name}} inserts a variable.',
    },
    system_prompt: {
      label: 'Instructions',
      help: 'Who the assistant is, what it should achieve, and what it must not do.',
    },
    llm_model_id: {
      label: 'Language model',
      help: 'Decides what the assistant says: larger models understand more, smaller ones answer faster.',
    },
    multimodal_model_id: {
      label: 'Realtime model',
      help: 'Listens to the customer directly and decides what the assistant says.',
    },
    voice_id: { label: 'Voice', help: 'The voice that customers hear in calls.' },
    speech_speed: { label: 'Speed', help: 'How fast the assistant speaks; 1 is the usual speed of the voice.' },
    language_id: { label: 'Language', help: 'The language in which the assistant greets and understands customers.' },
    secondary_language_ids: {
      label: 'Other languages',
      help: 'Customers can also speak these languages. After two utterances in one of them, the assistant continues in it.',
    },
    knowledgebase_id: { label: 'Knowledge base', help: 'Customers get answers from its documents.' },
    knowledgebase_mode: {
      label: 'When to look things up',
      help: 'Searching only when needed keeps answers fast; searching every time misses less.',
    },
    wait_for_customer: {
      label: 'Let the customer speak first',
      help: 'The assistant greets only after the customer has said something.',
    },
    allow_interruptions: {
      label: 'Allow interruptions',
      help: 'Customers can speak while the assistant speaks, and it stops to listen.',
    },
    interrupt_sensitivity: {
      label: 'Sensitivity to interruptions',
      help: 'With higher values, the assistant stops sooner when the customer starts to speak.',
    },
    min_interrupt_words: {
      label: 'Words for an interruption',
      help: 'The assistant keeps speaking until the customer has said this many words. Leave empty for one word.',
    },
    endpoint_type: { label: 'When the customer has finished', help: 'Decides when the assistant starts to answer.' },
    endpoint_sensitivity: {
      label: 'Sensitivity to pauses',
      help: 'With higher values, the assistant answers sooner, but can cut off customers who pause to think.',
    },
    turn_detection_threshold: {
      label: 'Speech threshold',
      help: 'Higher values ignore more background noise, but also quiet speech. Leave empty to adjust it automatically.',
    },
    enable_noise_cancellation: {
      label: 'Suppress noise',
      help: 'The assistant understands customers better in noisy places.',
    },
    max_silence_duration: {
      label: 'Maximum silence',
      help: 'The call ends when the customer has said nothing for this long.',
    },
    max_initial_silence_duration: {
      label: 'Maximum silence at the beginning',
      help: 'The call ends when the customer says nothing for this long at its beginning. Leave empty to use the general limit.',
    },
    reengagement_interval: {
      label: 'Silence until the assistant asks',
      help: 'After this silence, the assistant speaks to the customer again.',
    },
    reengagement_prompt: {
      label: 'Instruction for silent customers',
      help: 'Tells the assistant what to say then. Leave empty to ask whether the customer is still there.',
    },
    voice_stability: {
      label: 'Stability',
      help: 'Higher values sound more even, lower ones livelier. Not every voice supports it.',
    },
    voice_similarity: {
      label: 'Similarity',
      help: 'How closely the speech follows the original voice. Not every voice supports it.',
    },
    tts_emotion_enabled: { label: 'Speak with emotion', help: 'The voice sounds livelier, if it supports that.' },
    ambient_sound: { label: 'Background sound', help: 'Customers hear this sound behind the voice.' },
    ambient_sound_volume: { label: 'Volume of the background sound', help: 'How loud customers hear it.' },
    fillers: {
      label: 'Filler words',
      help: 'The assistant bridges the time in which it thinks with a short word, such as “Sure”.',
    },
    filler_config: { label: 'Words', help: 'What the assistant says, depending on what the customer has said.' },
    'filler_config.positive': { label: 'After agreement', help: 'The customer agrees or is pleased.' },
    'filler_config.negative': { label: 'After a problem', help: 'The customer declines or complains.' },
    'filler_config.question': { label: 'After a question', help: 'The customer asks something.' },
    'filler_config.neutral': { label: 'After anything else', help: 'The customer says something else.' },
    tools: { label: 'Built-in tools', help: 'What the assistant can do for customers during a conversation.' },
    'tools.type': { label: 'Tool' },
    'tools.description': {
      label: 'When to use it',
      help: 'The situation in which the assistant uses the tool, in your own words.',
    },
    'tools.message': { label: 'Announcement', help: 'Customers hear this before the tool is used.' },
    'tools.enabled': {
      label: 'Hang up when the conversation is over',
      help: 'The assistant ends the call after both sides have said goodbye. If off, only the customer hangs up.',
    },
    'tools.briefing': {
      label: 'Briefing',
      help: 'Your teammate hears this before the customer is connected. Leave empty for a summary of the call.',
    },
    'tools.require_key': {
      label: 'Confirm by pressing 1',
      help: 'Your teammate presses 1 to take the customer, so an answering machine cannot take the call.',
    },
    'tools.phone_numbers': {
      label: 'Phone numbers',
      help: 'Customers are connected to one of these numbers. Include the country code; +4930123456x12 dials an extension.',
    },
    'tools.extension': {
      label: 'Extension',
      help: 'Keys that are pressed after the answer: a comma waits two seconds, w half a second.',
    },
    'tools.end_call_on_failure': {
      label: 'Hang up if nobody can be reached',
      help: 'The assistant says so and ends the call. Otherwise it continues the conversation.',
    },
    'tools.max_digits': {
      label: 'Maximum number of digits',
      help: 'The input ends when the customer has pressed this many keys.',
    },
    'tools.finish_key': {
      label: 'Key that ends the input',
      help: 'The customer presses this key after the last digit.',
    },
    'tools.timeout_seconds': {
      label: 'Time to press a key',
      help: 'The input ends when the customer presses nothing for this long.',
    },
    'tools.calendly_event_type_uri': {
      label: 'Appointment at Calendly',
      help: 'Customers book this kind of appointment.',
    },
    'tools.calcom_event_type': { label: 'Appointment at Cal.com', help: 'Customers book this kind of appointment.' },
    'tools.assistant_id': { label: 'Assistant', help: 'This assistant continues the conversation with the customer.' },
    tool_ids: { label: 'Your own tools', help: 'Requests to your systems, for example to look up a customer’s order.' },
    handover: {
      label: 'Hand conversations over to people',
      help: 'Customers who write are handed over to a person when one of these rules applies.',
    },
    'handover.keywords': {
      label: 'Words',
      help: 'A message of the customer that contains one of these is handed over.',
    },
    'handover.on_request': {
      label: 'When the customer asks for a person',
      help: 'The assistant recognizes such a request in any wording.',
    },
    'handover.after_failures': {
      label: 'After failed answers',
      help: 'A person takes over when the assistant could not answer this many times in a row. Leave empty for never.',
    },
    'handover.to': { label: 'Hand over to', help: 'Who gets the conversation in the inbox.' },
    'handover.message': { label: 'Message to the customer', help: 'Customers read this when a person takes over.' },
    'handover.office_hours': { label: 'Office hours', help: 'At other times, the assistant keeps the conversation.' },
    'handover.office_hours.windows': {
      label: 'Times',
      help: 'In the time zone of the assistant. A time that ends before it starts runs past midnight.',
    },
    'handover.office_hours.windows.days': { label: 'Days' },
    'handover.office_hours.windows.start': { label: 'From' },
    'handover.office_hours.windows.end': { label: 'To' },
    'handover.office_hours.closed_message': {
      label: 'Message outside of the office hours',
      help: 'Customers read this instead of being handed over. Leave empty to let the assistant answer.',
    },
    'handover.webhook_url': {
      label: 'Notify this address',
      help: 'Your server receives a message about each handover.',
    },
    phone_number_id: {
      label: 'Phone number',
      help: 'The number that customers call, or that they see when the assistant calls.',
    },
    max_duration: {
      label: 'Maximum call duration',
      help: 'The call ends after this time, even if the customer is still speaking.',
    },
    ringing_time: { label: 'Ringing time', help: 'How long it rings before the assistant gives up.' },
    end_call_on_voicemail: {
      label: 'Hang up at an answering machine',
      help: 'The call ends there, after the message below.',
    },
    voice_mail_message: {
      label: 'Message for answering machines',
      help: 'Is left on the answering machine. Leave empty to say nothing.',
    },
    conversation_inactivity_timeout: {
      label: 'End after inactivity',
      help: 'A text conversation ends when the customer has not written for this long.',
    },
    widget_enabled: { label: 'Chat on websites', help: 'Visitors to your website can write to the assistant.' },
    widget_voice_enabled: {
      label: 'Calls on websites',
      help: 'Visitors can also call from their browser, which costs as much as other calls.',
    },
    widget_files_enabled: {
      label: 'Files from visitors',
      help: 'Visitors can send pictures, PDF, Word and text files to the assistant.',
    },
    widget_origins: {
      label: 'Allowed websites',
      help: 'Visitors can reach the assistant from these websites only. Leave empty to allow every website.',
    },
    post_call_evaluation: {
      label: 'Evaluate calls and conversations',
      help: 'You see a summary and the values below for each call and conversation.',
    },
    post_call_schema: {
      label: 'Values to find out',
      help: 'What you want to know about each conversation, such as how satisfied the customer was.',
    },
    'post_call_schema.name': { label: 'Name', help: 'Lower-case letters, digits and underscores.' },
    'post_call_schema.type': { label: 'Type' },
    'post_call_schema.description': { label: 'Description' },
    record: { label: 'Record calls', help: 'You can listen to calls later. Tell customers where the law requires it.' },
    store_transcript: {
      label: 'Keep transcripts',
      help: 'If off, transcripts, messages and evaluations are deleted shortly after the end. Recordings are kept.',
    },
    is_webhook_active: {
      label: 'After each call',
      help: 'Your server gets the result, for example for your customer records.',
    },
    webhook_url: { label: 'Address for calls', help: 'Results of calls with customers are sent here.' },
    send_webhook_only_on_completed: {
      label: 'Completed calls only',
      help: 'Calls that no customer answered are not sent.',
    },
    include_recording_in_webhook: {
      label: 'Include the recording',
      help: 'Adds a link to the recording of the customer’s call. It is valid for 15 minutes.',
    },
    is_inbound_webhook_active: {
      label: 'Before inbound calls',
      help: 'Your server is called before the assistant answers, and can say who is calling; it is called again at the end.',
    },
    inbound_webhook_url: { label: 'Address for inbound calls', help: 'Calls of customers are announced here.' },
    is_conversation_ended_webhook_active: {
      label: 'After each text conversation',
      help: 'Your server gets the conversation with the customer and its evaluation.',
    },
    conversation_ended_webhook_url: {
      label: 'Address for text conversations',
      help: 'Conversations with customers are sent here when they have ended.',
    },
    conversation_ended_retrigger: {
      label: 'Send again after each end',
      help: 'A customer who writes again starts another delivery at the next end.',
    },
    name: {
      label: 'Name',
      help: 'Customers hear it where the law requires the assistant to introduce itself as an AI.',
    },
    type: { label: 'Direction of calls', help: 'Whether customers call the assistant, or it calls them.' },
    mode: { label: 'Kind of model', help: 'How the assistant hears and speaks in calls.' },
    timezone: {
      label: 'Time zone',
      help: 'Dates and times that customers hear, and office hours, are in this time zone.',
    },
    folder_id: { label: 'Folder', help: 'Groups assistants in the list; customers do not see it.' },
    label_ids: { label: 'Labels', help: 'Help to find assistants in the list; customers do not see them.' },
    llm_temperature: {
      label: 'Temperature',
      help: 'Higher values make answers more varied, lower ones more predictable.',
    },
    chat_llm_fallback_id: {
      label: 'Model for text and outages',
      help: 'Answers text conversations if the model cannot write text, and takes over if it fails.',
    },
    synthesizer_provider_id: {
      label: 'Speech synthesis',
      help: 'The service that turns answers into the voice. Usually the one of the voice.',
    },
    transcriber_provider_id: { label: 'Speech recognition', help: 'The service that understands what customers say.' },
    variables: {
      label: 'Variables',
      help: 'Their values replace {{name}} in texts; each call or conversation can set other values. Never treat one as proof of who the customer is.',
    },
    visitor_variables: {
      label: 'Variables that visitors can set',
      help: 'Visitors to your website cannot change any others.',
    },
  },
}
