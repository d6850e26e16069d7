import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { loadPart } from '#api/load-part.ts'
import { useMay, useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { unanswered } from '#components/actions/unanswered.ts'
import { checkedList } from '#components/desktops/checked-list.ts'
import { checkedDevices } from '#components/devices/checked-devices.ts'
import { unlessIgnored } from '#components/lists/checked/require-applied.ts'
import { useRecentlyOpened } from '#components/recent/recently-opened.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { listSshKeys, listSshResources } from '#contract/keys/ssh.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { annotated } from '#contract/console/annotations/annotated-things.ts'
import { lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import { lookUpComputers } from '#contract/fleet/computer-endpoints.ts'
import { lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { listUsers, type User } from '#contract/mdm/users.ts'
import {
  annotatedCandidate,
  certificateCandidate,
  computerCandidate,
  deviceCandidate,
  entryCandidate,
  hostCandidate,
  indexedCandidate,
  indexedComputer,
  keyCandidate,
  ownerCandidate,
  pageCandidates,
  recentCandidates,
  userCandidate,
} from './lookup-candidates.ts'
import {
  type Candidate,
  columnsFor,
  type Found,
  grouped,
  isSamePhone,
  type LookupGroup,
  merged,
  minCharacters,
  ranked,
  spellings,
} from './lookup-match.ts'

const max = 8

/** Loaded on the first search, to keep the initial load small. */
const usersFound =
  (search: string) =>
  async ({ signal }: { signal: AbortSignal }) =>
    (await loadPart(() => import('#components/devices/checked-resources.ts'))).requestResources(
      listUsers,
      { search, limit: max },
      signal,
    )

/** Never sent: a text that is too short disables the query. */
const wantedText = (wanted: string) => (wanted.length < minCharacters ? '--' : wanted.slice(0, 200))

/** Searches all services. Each may fail independently; a newer text cancels earlier requests. */
export function useLookup(typed: string) {
  const may = useMay()
  const opened = useRecentlyOpened(useTableKey('recent'))
  const { pathname } = useLocation()
  const text = typed.trim()
  const [first, second] = spellings(text)
  const ask = text.length >= minCharacters
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: ask && may(endpoint.permission),
    retry: false,
  })

  const devices = unlessIgnored(
    useQuery({
      ...checkedDevices({ search: first, limit: max }),
      enabled: ask && may(listDevices.permission),
      retry: false,
      placeholderData: keepPreviousData,
    }),
    'mdm',
  )
  const devicesByMac = unlessIgnored(
    useQuery({
      ...checkedDevices({ search: second ?? first, limit: max }),
      enabled: second !== undefined && may(listDevices.permission),
      retry: false,
    }),
    'mdm',
  )
  const looked = (wanted: string) => asked(lookUpDevices, { text: wantedText(wanted), limit: max })
  const index = useQuery({ ...looked(first), placeholderData: keepPreviousData })
  const byMac = looked(second ?? first)
  const indexByMac = useQuery({ ...byMac, enabled: byMac.enabled && second !== undefined })
  const computerIndex = useQuery({
    ...asked(lookUpComputers, { text: wantedText(first), limit: max }),
    placeholderData: keepPreviousData,
  })
  const annotations = useQuery({
    ...asked(lookUpAnnotations, { text: wantedText(text), limit: max * 2 }),
    placeholderData: keepPreviousData,
  })
  const answers =
    second === undefined
      ? [{ wanted: first, devices, index }]
      : [
          { wanted: first, devices, index },
          { wanted: second, devices: devicesByMac, index: indexByMac },
        ]
  const users = unlessIgnored(
    useQuery({
      ...asked(listUsers, { search: text, limit: max }),
      queryFn: usersFound(text),
      placeholderData: keepPreviousData,
    }),
    'mdm',
  )
  const searched = ([column, wanted]: ReturnType<typeof columnsFor>[number]) => {
    const search = { searchtype: column, searchcolumn: column, searchvalue: wanted || '-' }
    const input = { ...search, page: 0, pagelimit: max }
    return { ...asked(listComputers, input), queryFn: checkedList(listComputers, input).queryFn }
  }
  const computers = useQueries({ queries: columnsFor(text).map(searched) }).map((one) => unlessIgnored(one, 'desktop'))
  const certificates = useQuery({
    ...asked(findCertificates, { mentions: text.slice(0, 200), offset: 0, limit: max }),
    placeholderData: keepPreviousData,
  })
  const sshKeys = useQuery({
    ...asked(findSshKeys, { mentions: text.slice(0, 200), offset: 0, limit: max }),
    placeholderData: keepPreviousData,
  })
  const hosts = useQuery({
    ...asked(findHosts, { mentions: text.slice(0, 200), offset: 0, limit: max }),
    placeholderData: keepPreviousData,
  })

  const callers = (users.data?.rows ?? []).filter(({ phone_number }) => isSamePhone(phone_number, text)).slice(0, 3)
  const theirDevices = useQueries({
    queries: callers.map(({ user_email, user_name = '' }) => ({
      ...checkedDevices({ search: user_email || user_name, limit: max }),
      enabled: ask && may(listDevices.permission) && (user_email || user_name) !== '',
      retry: false,
    })),
  })
  const ofCallers = theirDevices.flatMap(({ data }, at) =>
    (data?.rows ?? []).filter((device) => isOf(device, callers[at])).flatMap(deviceCandidate),
  )

  const computerRows = computers.flatMap(({ data }) => data?.rows ?? [])
  const annotatedIn = (group: LookupGroup) =>
    ranked(
      (annotations.data?.rows ?? []).map(annotatedCandidate).filter((one) => one.group === group),
      text,
      !annotations.isPlaceholderData,
    )
  const people = [...(users.data?.rows ?? []).flatMap(userCandidate), ...computerRows.flatMap(ownerCandidate)]
  const found: Found[] = ask
    ? [
        ...ranked(once(people), text, false),
        ...merged(
          ...answers.flatMap(({ wanted, devices: told, index: indexed }) => [
            ranked((told.data?.rows ?? []).flatMap(deviceCandidate), wanted, !told.isPlaceholderData),
            ranked((indexed.data?.rows ?? []).map(indexedCandidate), wanted, !indexed.isPlaceholderData),
          ]),
          ranked(ofCallers, text, true),
          annotatedIn('Devices'),
        ),
        ...ranked((index.data?.entries ?? []).map(entryCandidate('device')), text, false),
        ...merged(
          ranked(once(computerRows.flatMap(computerCandidate)), text, true),
          ranked((computerIndex.data?.rows ?? []).map(indexedComputer), first, !computerIndex.isPlaceholderData),
          annotatedIn('Desktops'),
        ),
        ...ranked((computerIndex.data?.entries ?? []).map(entryCandidate('computer')), text, false),
        ...merged(
          ranked((certificates.data?.rows ?? []).flatMap(certificateCandidate), text, false),
          annotatedIn('Certificates'),
        ),
        ...merged(
          ranked(
            (sshKeys.data?.rows ?? []).flatMap(({ key }) => keyCandidate(key)),
            text,
            false,
          ),
          annotatedIn('SSH keys'),
        ),
        ...merged(
          ranked(
            (hosts.data?.rows ?? []).flatMap(({ host }) => hostCandidate(host)),
            text,
            false,
          ),
          annotatedIn('SSH hosts'),
        ),
      ]
    : []
  // An index with all rows replaces a search that the server does not have.
  const unlessIndexed = <A extends { isIgnored?: boolean }>(asked: readonly A[], state: FleetState | undefined) =>
    state?.state === 'ready' ? asked.filter(({ isIgnored }) => isIgnored !== true) : asked
  const listed = answers.map(({ devices: told }) => told)
  const questions = [
    { what: 'Devices', endpoint: listDevices, asked: unlessIndexed(listed, index.data?.state) },
    { what: 'People', endpoint: listUsers, asked: [users] },
    { what: 'Desktops', endpoint: listComputers, asked: unlessIndexed(computers, computerIndex.data?.state) },
    { what: 'Certificates', endpoint: listCertificates, asked: [certificates] },
    { what: 'SSH keys', endpoint: listSshKeys, asked: [sshKeys] },
    { what: 'SSH hosts', endpoint: listSshResources, asked: [hosts] },
    { what: 'Notes and tags', endpoint: lookUpAnnotations, asked: [annotations] },
  ]
  // A user without permission for the index searches the server's lists instead, so nothing is missing.
  const open = (one: { error: Error | null }) => one.error === null || problemOf(one.error).code !== 'FORBIDDEN'
  const indexes = [
    { what: 'Device index', asked: [index].filter(open) },
    { what: 'Desktop index', asked: [computerIndex].filter(open) },
  ]
  return {
    groups: grouped([
      ...found,
      ...ranked(text === '' ? recentCandidates(opened, pathname) : pageCandidates, text, false),
    ]),
    asking:
      ask &&
      (questions.some(({ asked }) => asked.some(isUnderWay)) ||
        answers.some(({ index: indexed }) => isUnderWay(indexed)) ||
        isUnderWay(computerIndex) ||
        theirDevices.some(isUnderWay)),
    /** `asOf`: time of the last update; `trouble`: why results may be incomplete or outdated. Both only with an index. */
    indexes: ask ? [stateOf('device', index.data?.state), stateOf('desktop', computerIndex.data?.state)] : [],
    ...unanswered(ask ? [...questions, ...indexes] : []),
    notAllowed: [
      ...questions.flatMap(({ what, endpoint }) => (may(endpoint.permission) ? [] : [what])),
      ...(annotations.data?.withheld ?? []).map((kind) => `Notes and tags of ${annotated[kind].many.toLowerCase()}`),
    ],
  }
}

const stateOf = (of: 'device' | 'desktop', state: FleetState | undefined) => ({
  of,
  asOf: state?.asOf,
  trouble: troubleOf(state),
})

/** An empty index that is being read for the first time is not reported. */
const troubleOf = (state: FleetState | undefined): 'reading' | 'failing' | undefined =>
  state?.state === 'failing' || (state?.state === 'reading' && state.devices > 0) ? state.state : undefined

const isUnderWay = ({ isLoading, isPlaceholderData }: { isLoading: boolean; isPlaceholderData: boolean }) =>
  isLoading || isPlaceholderData

const isOf = (device: DeviceSummary, user: User | undefined) =>
  user?.user_email === undefined
    ? device.user?.user_name === user?.user_name
    : device.user?.user_email === user.user_email

const once = (candidates: readonly Candidate[]) => [...new Map(candidates.map((one) => [one.id, one])).values()]
