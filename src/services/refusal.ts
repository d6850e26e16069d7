import { defaultDialect, type Dialect, mdmPrefix, type Quirk } from '#contract/dialect.ts'
import { errorBody } from '#contract/http/error-body.ts'
import { jsonType, sentenceType } from '#contract/http/http.ts'
import type { WireResponse } from '#contract/http/wire-message.ts'
import { stringifyJson } from '#contract/json.ts'
import { collections } from '#contract/mdm/root.ts'
import { Problem } from '#contract/problem.ts'

/**
 * What every service refuses, in its own codes (mobile-device-management, Errors). Each code of that table has one
 * status; for a status that none of them has, the status is the code.
 */
const codes = {
  mdm: {
    unknownPath: 'COM0008',
    unknownVersion: 'COM0012',
    wrongMethod: 'COM0001',
    wrongHeader: 'COM0011',
    notAcceptable: '406',
    tooLarge: '413',
    malformed: 'COM0005',
    notAuthorized: 'COM0013',
    forbidden: '403',
    internal: 'COM0004',
  },
  desktop: {
    unknownPath: '10022',
    unknownVersion: '10023',
    wrongMethod: '10024',
    wrongHeader: '10010',
    notAcceptable: '10010',
    tooLarge: '10010',
    malformed: '10010',
    notAuthorized: '10002',
    forbidden: 'IAM0027',
    internal: '10050',
  },
} as const
export type WireService = keyof typeof codes
type Reason = keyof (typeof codes)[WireService]

export const refused = (service: WireService, reason: Reason, message?: string, status?: number) =>
  new Problem(codes[service][reason], message, { service, status })

/**
 * Versions are `v1`, `v2`, … in mobile-device-management and plain numbers in desktop-management. The collections of
 * mobile-device-management are recognized under any version, such as `/api/latest/devices`.
 */
export const serviceAt = (path: string): WireService =>
  /^v/i.test(versionIn(path)) || isCollection(path) ? 'mdm' : 'desktop'
const isCollection = (path: string) => {
  const [, api, , first = '', second = ''] = path.split('/')
  return api === 'api' && Object.hasOwn(collections, first === 'mdm' ? second : first)
}
const versionIn = (path: string) => path.split('/')[2] ?? ''

export function unknownPath(path: string, speaks: Dialect): Problem {
  const versions: Record<WireService, string> = { mdm: versionIn(mdmPrefix), desktop: speaks.version }
  const service = serviceAt(path)
  const [version, isApi] = [versionIn(path), path.startsWith('/api/')]
  const isVersion = /^(v|\d)/i.test(version) || isCollection(path)
  const otherVersion = isApi && isVersion && version !== versions[service]
  return refused(service, otherVersion ? 'unknownVersion' : 'unknownPath')
}

/** Known path, other method: the answer names those that it takes. */
export class WrongMethod extends Problem {
  readonly allow: string
  constructor(service: WireService, methods: Iterable<string>) {
    super(codes[service].wrongMethod)
    this.allow = [...methods].join(', ')
  }
}

const quirkyServices: readonly string[] = ['desktop', 'identity']

/** The answer to a refused request. */
export function refusal(problem: Problem, { quirks }: Dialect = defaultDialect): WireResponse {
  const asReal = (quirk: Quirk) => quirkyServices.includes(problem.service) && quirks.includes(quirk)
  const headers: Record<string, string> = {
    'content-type': problem.service === 'desktop' && asReal('text/plain') ? sentenceType : jsonType,
  }
  if (problem instanceof WrongMethod) headers.allow = problem.allow
  if (problem.retryAfterSeconds !== undefined) headers['retry-after'] = String(problem.retryAfterSeconds)
  const status = asReal('errors in HTTP 200') ? 200 : problem.status
  return { status, headers, body: stringifyJson(errorBody(problem)) }
}

const codesByStatus: Readonly<Record<number, string>> = { 400: 'COM0014', 405: codes.mdm.wrongMethod }

/** What no service hears of, as it cannot be read: in the one form that a reference states. */
export const unreadable = ({ status, message }: Problem): string =>
  stringifyJson(errorBody(new Problem(codesByStatus[status] ?? String(status), message, { service: 'mdm', status })))
