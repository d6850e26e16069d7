import type { Context } from 'hono'
import { calendarPath } from '#contract/console/calendars/calendar-feeds.ts'
import type { ApiSettings } from '#proxy/parts.ts'
import { requestedOrigin } from './guard.ts'
import { type Env, reply } from './reply.ts'

export const calendarRoute = `${calendarPath}:feed`
/** Calendar clients have no session; the console service checks the feed's password. */
export const calendars = (settings: ApiSettings) => async (context: Context<Env>) => {
  context.set('route', 'calendar')
  const from = { address: context.var.clientAddress, origin: requestedOrigin(context, settings.origins) ?? '' }
  const { status, headers, text } = await settings.console.answerCalendar({ request: context.req.raw, ...from })
  return status === 304 ? new Response(null, { status, headers }) : reply(context, text, { status, headers })
}
