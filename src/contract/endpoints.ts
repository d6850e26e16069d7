import { attention } from './attention/list-concerns.ts'
import { account } from './console/account.ts'
import { annotations } from './console/annotations/annotations.ts'
import { calendarFeeds } from './console/calendars/calendar-feeds.ts'
import { approvals } from './console/approvals.ts'
import { audit } from './console/audit.ts'
import { backups, connections } from './console/connections.ts'
import { computerIndex } from './fleet/computer-endpoints.ts'
import { fleetAnswers } from './fleet/fleet-answers.ts'
import { fleet } from './fleet/fleet-endpoints.ts'
import { jobs } from './console/jobs.ts'
import { lists } from './console/lists.ts'
import { noticeRules } from './console/notice-rules.ts'
import { notifications } from './console/notifications.ts'
import { preferences } from './console/preferences.ts'
import { webhooks } from './console/webhooks.ts'
import { schedules } from './console/schedules.ts'
import { setUp } from './console/set-up.ts'
import { plans } from './console/plans/certificate-plans.ts'
import { trend } from './console/trend/trend.ts'
import { views } from './console/views/views.ts'
import { valueNotes } from './console/value-notes.ts'
import { desktop } from './desktop/operations.ts'
import type { Endpoint } from './endpoint.ts'
import { keys, ownKeys } from './keys/operations.ts'
import { mdm } from './mdm/operations.ts'
import { session } from './session.ts'

/** Endpoints served by the proxy itself. */
export const consoleEndpoints = {
  ...session,
  setUp,
  ...account,
  ...connections,
  ...audit,
  ...lists,
  ...fleet,
  ...fleetAnswers,
  ...computerIndex,
  ...jobs,
  ...schedules,
  ...approvals,
  ...notifications,
  ...attention,
  ...noticeRules,
  ...webhooks,
  ...valueNotes,
  ...annotations,
  ...preferences,
  ...plans,
  ...views,
  ...calendarFeeds,
  ...trend,
  ...backups,
}

/** All endpoints by ID: the proxy's allow-list, also used by the reference page. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [desktop, mdm, keys, ownKeys, consoleEndpoints]
    .flatMap((group) => Object.values<Endpoint>(group))
    .map((endpoint) => [endpoint.id, endpoint]),
)
