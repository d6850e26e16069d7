import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listSshKeys, listSshResources } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { listUsers } from '#contract/mdm/users.ts'
import {
  certificateCandidate,
  computerCandidate,
  deviceCandidate,
  hostCandidate,
  keyCandidate,
  ownerCandidate,
  pageCandidates,
  userCandidate,
} from './lookup-candidates.ts'
import { asWritten, type Candidate, columnsFor, type Found, grouped, leastCharacters, ranked } from './lookup-match.ts'

const most = 8
/** The lists of the key service come whole: they are kept while somebody types. */
const keptMs = 60_000

/** Asks each service what it knows by this text. Each fails alone; the newest text cancels the questions before. */
export function useLookup(typed: string) {
  const may = useMay()
  const text = asWritten(typed.trim())
  const ask = text.length >= leastCharacters
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: ask && may(endpoint.permission),
    retry: false,
  })

  const devices = useQuery({ ...asked(listDevices, { search: text, limit: most }), placeholderData: keepPreviousData })
  const users = useQuery({ ...asked(listUsers, { search: text, limit: most }), placeholderData: keepPreviousData })
  const computers = useQueries({
    queries: columnsFor(text).map((column) =>
      asked(listComputers, { searchtype: column, searchcolumn: column, searchvalue: text || '-', pagelimit: most }),
    ),
  })
  const certificates = useQuery({ ...asked(listCertificates, {}), staleTime: keptMs })
  const sshKeys = useQuery({ ...asked(listSshKeys, {}), staleTime: keptMs })
  const hosts = useQuery({ ...asked(listSshResources, {}), staleTime: keptMs })

  const computerRows = computers.flatMap(({ data }) => data?.rows ?? [])
  const people = [...(users.data?.rows ?? []).flatMap(userCandidate), ...computerRows.flatMap(ownerCandidate)]
  const found: Found[] = ask
    ? [
        ...ranked(once(people), text, false),
        ...ranked((devices.data?.rows ?? []).flatMap(deviceCandidate), text, !devices.isPlaceholderData),
        ...ranked(once(computerRows.flatMap(computerCandidate)), text, true),
        ...ranked(once((certificates.data?.rows ?? []).flatMap(certificateCandidate)), text, false),
        ...ranked((sshKeys.data?.rows ?? []).flatMap(keyCandidate), text, false),
        ...ranked((hosts.data?.rows ?? []).flatMap(hostCandidate), text, false),
      ]
    : []
  const questions = [
    { what: 'Devices', endpoint: listDevices, asked: [devices] },
    { what: 'People', endpoint: listUsers, asked: [users] },
    { what: 'Desktops', endpoint: listComputers, asked: computers },
    { what: 'Certificates', endpoint: listCertificates, asked: [certificates] },
    { what: 'SSH keys', endpoint: listSshKeys, asked: [sshKeys] },
    { what: 'SSH hosts', endpoint: listSshResources, asked: [hosts] },
  ]
  return {
    groups: grouped([...found, ...(text === '' ? [] : ranked(pageCandidates, text, false))]),
    asking:
      ask &&
      questions.some(({ asked }) => asked.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData)),
    failed: questions.flatMap(({ what, asked }) => {
      const error = asked.find((one) => one.error)?.error
      return ask && error ? [{ what, why: problemOf(error).message }] : []
    }),
    notAllowed: questions.flatMap(({ what, endpoint }) => (may(endpoint.permission) ? [] : [what])),
  }
}

const once = (candidates: readonly Candidate[]) => [...new Map(candidates.map((one) => [one.id, one])).values()]
