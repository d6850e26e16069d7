import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query, queryIfOffered } from '#api/query.ts'
import { notReported } from '#components/offered/not-reported.ts'
import { listConnections } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import { listAccounts } from '#contract/desktop/accounts.ts'
import { type Input, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import * as keys from '#contract/keys/api-keys.ts'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import * as mdm from '#contract/mdm/api-keys.ts'
import type { Permission } from '#contract/permission.ts'
import { paths } from '#paths.ts'

/**
 * `not reported`: the server does not offer the list or could not be reached. `not allowed`: the user lacks the
 * permission.
 */
export type StepState = 'done' | 'to do' | 'optional' | 'not reported' | 'not allowed'
export type FirstStep = {
  title: string
  state: StepState
  /** What exists, or why it is unknown. */
  words: string
  action: string
  to: string
  /** Permission required for the step, if the user lacks it. */
  needs?: Permission
}

/** Response of a service: a count, or why it is unknown. `no server`: the site has no connection to the service. */
export type ReportedCount = { count: number } | { problem: string } | 'not reported' | 'not allowed' | 'no server'

type Facts = {
  may: (permission: Permission) => boolean
  /** Whether the services are the embedded ones; undefined if unknown. */
  embedded: boolean | undefined
  authorities: ReportedCount
  accounts: ReportedCount
  apiKeys: ReportedCount
}

/** The user's own account and another one. */
const enoughAccounts = 2

/** Set-up steps of an installation without demo data, and their state. */
export function firstSteps({ may, embedded, authorities, accounts, apiKeys }: Facts): FirstStep[] {
  const keyPermission = may(mdm.generateApiKey.permission)
    ? mdm.generateApiKey.permission
    : keys.generateApiKey.permission
  const needs = (permission: Permission) => (may(permission) ? {} : { needs: permission })
  const every: (FirstStep | false)[] = [
    authorities !== 'no server' && {
      title: 'Create a certificate authority',
      ...judged(authorities, 1, 'No authority yet. It signs requests and issues certificates.', (n) =>
        counted(n, 'authority can sign', 'authorities can sign'),
      ),
      action: 'Create authority',
      to: paths.newAuthority,
      ...needs(createAuthority.permission),
    },
    {
      title: 'Connect your own servers',
      ...connectionsState(embedded),
      action: 'Open connections',
      to: paths.connections,
    },
    accounts !== 'no server' && {
      title: 'Add accounts',
      ...judged(
        accounts,
        enoughAccounts,
        'There is one account. Create an account with a role for each person.',
        (n) => `${n} accounts can sign in`,
      ),
      action: 'Open accounts',
      to: paths.accounts,
      ...needs(listAccounts.permission),
    },
    apiKeys !== 'no server' && {
      title: 'Create an API key',
      ...judged(apiKeys, 1, 'No API keys yet. Programs and scripts authenticate with them.', (n) =>
        counted(n, 'API key', 'API keys'),
      ),
      action: 'Open API keys',
      to: paths.apiKeys,
      ...needs(keyPermission),
    },
  ]
  return every.filter((step) => step !== false)
}

type ServerCount = Exclude<ReportedCount, 'no server'>

function judged(
  told: ServerCount,
  enough: number,
  missing: string,
  found: (count: number) => string,
): Pick<FirstStep, 'state' | 'words'> {
  if (told === 'not allowed') return { state: told, words: 'You do not have permission to view this.' }
  if (told === 'not reported') return { state: told, words: `${notReported}.` }
  if ('problem' in told) return { state: 'not reported', words: `Unknown: ${told.problem}` }
  return told.count < enough ? { state: 'to do', words: missing } : { state: 'done', words: found(told.count) }
}

function connectionsState(embedded: boolean | undefined): Pick<FirstStep, 'state' | 'words'> {
  if (embedded === undefined) return { state: 'not reported', words: 'Unknown: the console did not respond.' }
  if (!embedded) return { state: 'done', words: 'The servers in the connections file are in use.' }
  return {
    state: 'optional',
    words: 'The embedded services are in use. To connect your own servers, see Connections in the configuration guide.',
  }
}

/** Whether a step is left that the user has permission for. */
export const areLeft = (steps: readonly FirstStep[]) => steps.some(({ state, needs }) => state === 'to do' && !needs)

/** Undefined until all requests have completed. */
export function useFirstSteps(): FirstStep[] | undefined {
  const may = useMay()
  const { data: site, isLoading } = useQuery(query(listConnections, {}))
  const isThere = (endpoint: Endpoint) =>
    site?.connections.some(({ service }) => service === serviceOf(endpoint)) === true
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: may(endpoint.permission) && isThere(endpoint),
    retry: false,
    staleTime: 60_000,
  })
  const authorities = useQuery({
    ...queryIfOffered(listAuthorities, {}),
    enabled: may(listAuthorities.permission) && isThere(listAuthorities),
  })
  const accounts = useQuery(asked(listAccounts, {}))
  const ofKeys = useQuery(asked(keys.listApiKeys, {}))
  const ofMdm = useQuery(asked(mdm.listApiKeys, {}))
  if (isLoading || [authorities, accounts, ofKeys, ofMdm].some((each) => each.isLoading)) return undefined

  function told<T>(
    endpoint: Endpoint,
    { data, error }: { data: T | null | undefined; error: Error | null },
    count: (data: T) => number,
  ): ReportedCount {
    if (!isThere(endpoint)) return 'no server'
    if (error) return { problem: problemOf(error).message }
    if (data === null) return 'not reported'
    return data === undefined ? 'not allowed' : { count: count(data) }
  }
  return firstSteps({
    may,
    embedded: site?.embedded,
    authorities: told(
      listAuthorities,
      authorities,
      ({ rows }) => rows.filter(({ signType, canSign }) => signType === 'signWithRoot' && canSign).length,
    ),
    accounts: told(listAccounts, accounts, (data) => (data.accounts ?? []).filter(({ disabled }) => !disabled).length),
    apiKeys: together([
      told(keys.listApiKeys, ofKeys, ({ rows }) => rows.length),
      told(mdm.listApiKeys, ofMdm, ({ rows }) => rows.length),
    ]),
  })
}

/** Combines several responses: one positive count suffices; zero requires that all requests succeeded. */
export function together(all: readonly ReportedCount[]): ReportedCount {
  const count = all.reduce((sum, each) => sum + (typeof each === 'object' && 'count' in each ? each.count : 0), 0)
  if (count > 0) return { count }
  const unknown = all.find((each) => typeof each === 'object' && 'problem' in each)
  const asked = all.filter((each) => each !== 'no server')
  return unknown ?? asked.find((each) => each === 'not allowed') ?? asked[0] ?? 'no server'
}
