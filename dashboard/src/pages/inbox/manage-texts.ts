// Texts of the dialogs in which labels and saved replies are managed.
import { textsOf } from '../../i18n/locale.tsx'

export const manageTexts = textsOf(
  {
    labels: 'Labels for conversations',
    noLabels: 'There are no labels yet.',
    labelName: 'Name',
    labelColor: 'Color (optional)',
    colorHelp: 'A CSS color name or a hexadecimal color, such as #4f46e5.',
    addLabel: 'Add a label',
    used: { one: 'conversation', other: 'conversations' },
    deleteLabelText: 'Its conversations are kept, without the label.',
    replies: 'Saved replies',
    noReplies: 'There are no saved replies yet. Agents insert them in the composer with / and the shortcut.',
    shortcut: 'Shortcut',
    shortcutHelp: 'Letters, digits, _ and -. Typed after a slash in the composer.',
    textHelp: 'May use {{customer_name}}, {{customer_phone}}, {{agent_name}} and the variables of the conversation.',
    addReply: 'Add a saved reply',
    deleteReplyText: 'Messages that were written with it do not change.',
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
  },
  {
    labels: 'Labels für Konversationen',
    noLabels: 'Es gibt noch keine Labels.',
    labelName: 'Name',
    labelColor: 'Farbe (optional)',
    colorHelp: 'Ein CSS-Farbname oder eine hexadezimale Farbe, zum Beispiel #4f46e5.',
    addLabel: 'Label hinzufügen',
    used: { one: 'Konversation', other: 'Konversationen' },
    deleteLabelText: 'Seine Konversationen bleiben ohne das Label erhalten.',
    replies: 'Textbausteine',
    noReplies: 'Es gibt noch keine Textbausteine. Sie werden beim Schreiben mit / und dem Kürzel eingefügt.',
    shortcut: 'Kürzel',
    shortcutHelp: 'Buchstaben, Ziffern, _ und -. Wird beim Schreiben nach einem Schrägstrich eingegeben.',
    textHelp:
      'Kann {{customer_name}}, {{customer_phone}}, {{agent_name}} und die Variablen der Konversation enthalten.',
    addReply: 'Textbaustein hinzufügen',
    deleteReplyText: 'Nachrichten, die damit geschrieben wurden, ändern sich nicht.',
    edit: (name: string) => `${name} bearbeiten`,
    remove: (name: string) => `${name} löschen`,
  },
)
