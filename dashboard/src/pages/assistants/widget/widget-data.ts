// The appearance of a widget, as the API returns it.
import type { ReplyFrom } from '../../../api/query.ts'

export type WidgetData = ReplyFrom<'widgets', 'get'>['data']
