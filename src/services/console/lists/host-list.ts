import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { findHosts } from '#contract/console/host-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type SshHost,
  sshHostColumns,
  type SshHostRow,
  sshHostRows,
  sshHostTexts,
  type SshUser,
} from '#contract/keys/rules/ssh-host-list.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'
import { byAnnotations, listInMemory, type OfAnnotations } from './list-in-memory.ts'
import { hasWords } from './search-texts.ts'

/** Hosts with their number of users. */
export function hostList() {
  const hosts: SshHost[] = []
  const users: SshUser[] = []
  let page: ReturnType<typeof listInMemory<SshHostRow>> | undefined
  return {
    addHosts: (rows: readonly SshHost[]) => void hosts.push(...rows),
    addUsers: (rows: readonly SshUser[]) => void users.push(...rows),
    /** `areTold`: whether the server reported users. */
    complete: (areTold: boolean) => {
      const rows = sshHostRows(hosts, areTold ? users : undefined)
      page = listInMemory({ rows, columns: sshHostColumns, choices: [] })
    },
    page: ({ among, sortValues, ...query }: Input<typeof findHosts> & OfAnnotations) => {
      const { search = '', name, mentions } = query
      const wanted = mentions === undefined ? undefined : foldedText(mentions)
      const rank = ({ host }: SshHostRow) => rankOf([host.ResourceName, host.IPADDRESS, host.Description], wanted ?? '')
      const isFound = hasWords(search, sshHostTexts)
      return page?.(query, {
        where: (row) =>
          (name === undefined || row.host.ResourceName === name) &&
          (wanted === undefined || rank(row) !== undefined) &&
          isFound(row),
        within: () => true,
        counts: {},
        ...byAnnotations({ among, sortValues }, ({ host }) => identifiersOf.host(host.ResourceName ?? '')),
        ...(wanted !== undefined && { rank: (row: SshHostRow) => rank(row) ?? Infinity }),
      })
    },
  }
}
