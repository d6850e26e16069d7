import type { Finding } from '#contract/console/connections.ts'
import type { Dialect } from '#contract/dialect.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'
import { remedyText } from './remedies.ts'

/** Settings on which the paths of each service depend. */
const paths = {
  desktop: { asked: ({ version }: Dialect) => `version ${version}`, setting: 'version' },
  mdm: { asked: ({ prefix }: Dialect) => `the path ${prefix}`, setting: 'prefix' },
  keys: { asked: () => 'its operations', setting: undefined },
} as const

/** Checks whether the server has the requested paths. Other paths are suggested, never used silently. */
export function checkVersion({ upstream, first, remedy, withoutPath }: ServerObservations): Finding[] {
  const { service, dialect } = upstream
  if (!first?.answer || withoutPath || service === 'identity') return []
  const asked = paths[service].asked(dialect)
  if (remedy) {
    return [
      found('version', 'bad', `The server does not support ${asked}, but another setting works`, {
        detail: `${remedyText(remedy)} is answered`,
        next: `Write ${remedyText(remedy)} in ${settingOf(upstream, 'dialect')}.`,
      }),
    ]
  }
  const { problem, answer } = first
  const unknown = problem && (answer.status === 404 || problem.code === '10022' || problem.code === '10023')
  if (unknown) return [notKnown(asked, upstream, `${answer.status} ${problem.message}`)]
  return saysNothing(answer.status) ? [] : [found('version', 'good', `The server supports ${asked}`)]
}

function notKnown(asked: string, upstream: Upstream, detail: string): Finding {
  const setting = upstream.service === 'identity' ? undefined : paths[upstream.service].setting
  const other = setting ? ` If this is the right server, set its ${setting} in ${settingOf(upstream, 'dialect')}.` : ''
  return found('version', 'bad', `The server does not support ${asked}`, {
    detail,
    next: `Check host, port and path in ${settingOf(upstream, 'base_url')}: another server may be there.${other}`,
  })
}

/** Statuses that are unrelated to the path. */
const saysNothing = (status: number) => status >= 500 || status === 400 || (status >= 300 && status < 400)
