// What the console answers of lists that it reads whole, by its own code, from what the test says that the server answers.
import { findCertificates, findIssuers } from '#contract/console/certificate-list.ts'
import { findAccess, findAssociations, maxRead, notReadYet, readAccountKeys } from '#contract/console/access-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { findIssued } from '#contract/console/issued-list.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { fromResponse, fromWireInput } from '#contract/http/http.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { type Json, parseJson, stringifyJson } from '#contract/json.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listDeployments } from '#contract/keys/servers.ts'
import { listRequests } from '#contract/keys/requests.ts'
import {
  listAssociatedUsers,
  listSshKeys,
  listSshKeysOfUser,
  listSshResources,
  listSshUsers,
} from '#contract/keys/ssh.ts'
import { maxRows } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { accessList } from '#services/console/lists/access-list.ts'
import { certificateList } from '#services/console/lists/certificate-list.ts'
import { hostList } from '#services/console/lists/host-list.ts'
import { issuedList } from '#services/console/lists/issued-list.ts'
import { requestList } from '#services/console/lists/request-list.ts'
import { sshKeyList } from '#services/console/lists/ssh-key-list.ts'
import { userList } from '#services/console/lists/user-list.ts'

type Body = Record<string, unknown>
/** What a test lets a server answer; undefined where it says nothing of an endpoint. */
type Ask = (endpoint: Endpoint, body?: Body) => Promise<Body | Problem | Response | undefined>

const rowsFrom = async <E extends Endpoint>(ask: Ask, endpoint: E, input: Body = {}): Promise<Output<E>> => {
  const answer = (await ask(endpoint, input)) ?? new Problem('NOT_OFFERED', undefined, { service: 'keys' })
  if (answer instanceof Problem) throw answer
  const [status, body] =
    answer instanceof Response ? [answer.status, await answer.text()] : [200, stringifyJson(answer)]
  return fromResponse(endpoint, { status, headers: {}, body })
}

const wire = <E extends Endpoint>(endpoint: E, output: unknown) =>
  parseJson(toResponse(endpoint, output as Output<E>).body) as Body

async function certificates(ask: Ask) {
  const list = certificateList(Date.now())
  list.addListed((await rowsFrom(ask, listCertificates)).rows)
  const issued = await rowsFrom(ask, listIssued).then(
    ({ rows }) => {
      list.addIssued(rows)
      return { issued: 'told' }
    },
    ({ code, message }: Problem) =>
      code === 'NOT_OFFERED' ? { issued: 'not offered' } : { issued: 'failed', issuedProblem: { code, message } },
  )
  const deployments = await rowsFrom(ask, listDeployments).then(
    ({ rows }) => (list.addDeployments(rows), 'told'),
    ({ code }: Problem) => (code === 'NOT_OFFERED' ? 'not offered' : 'failed'),
  )
  list.complete({ issued: issued.issued === 'told', deployments: deployments === 'told' })
  return { list, issued: { ...issued, deployments } }
}

async function access(ask: Ask) {
  const list = accessList()
  list.addAssociations((await rowsFrom(ask, listAssociations)).rows)
  list.complete()
  return list
}

async function sshUsers(ask: Ask) {
  const list = userList()
  list.addUsers((await rowsFrom(ask, listSshUsers)).rows)
  const withKeys = await rowsFrom(ask, listAssociatedUsers).then(
    ({ rows }) => (list.addAssociated(rows), true),
    () => false,
  )
  const associations = await rowsFrom(ask, listAssociations).then(
    ({ rows }) => (list.addAssociations(rows), true),
    () => false,
  )
  const logins = await rowsFrom(ask, listHostKeys).then(
    ({ rows }) => (list.addHostKeys(rows), 'told'),
    ({ code }: Problem) => (code === 'NOT_OFFERED' ? 'not offered' : 'failed'),
  )
  list.complete({ withKeys, associations, logins: logins === 'told' })
  return { list, logins }
}

type CachedList = {
  endpoint: Endpoint
  /** What it is made of. */
  of: Endpoint
  answer: (ask: Ask, given: Json) => Promise<Body>
}

/** By the endpoint that a page asks. */
export const cachedLists: readonly CachedList[] = [
  {
    endpoint: findRequests,
    of: listRequests,
    answer: async (ask, given) => {
      const list = requestList()
      const { rows, total } = await rowsFrom(ask, listRequests)
      list.addRequests(rows)
      list.complete()
      const onServer = total !== undefined && total > rows.length ? { onServer: total } : {}
      return wire(findRequests, { ...list.page(fromWireInput(findRequests, given)), ...onServer, ageMs: 0 })
    },
  },
  {
    endpoint: findIssued,
    of: listIssued,
    answer: async (ask, given) => {
      const list = issuedList(Date.now())
      list.addIssued((await rowsFrom(ask, listIssued)).rows)
      list.complete()
      return wire(findIssued, { ...list.page(fromWireInput(findIssued, given)), ageMs: 0 })
    },
  },
  {
    endpoint: findAssociations,
    of: listAssociations,
    answer: async (ask, given) =>
      wire(findAssociations, { ...(await access(ask)).page(fromWireInput(findAssociations, given)), ageMs: 0 }),
  },
  {
    endpoint: findAccess,
    of: listAssociations,
    answer: async (ask, given) =>
      wire(findAccess, { ...(await access(ask)).accounts(fromWireInput(findAccess, given)), ageMs: 0 }),
  },
  {
    endpoint: findHosts,
    of: listSshResources,
    answer: async (ask, given) => {
      const list = hostList()
      list.addHosts((await rowsFrom(ask, listSshResources)).rows)
      const users = await Promise.all([rowsFrom(ask, listSshUsers), rowsFrom(ask, listAssociatedUsers)]).catch(() => [])
      for (const { rows } of users) list.addUsers(rows)
      list.complete(users.length > 0)
      return wire(findHosts, { ...list.page(fromWireInput(findHosts, given)), annotationFields: [], ageMs: 0 })
    },
  },
  {
    endpoint: findSshUsers,
    of: listSshUsers,
    answer: async (ask, given) => {
      const { list, logins } = await sshUsers(ask)
      return wire(findSshUsers, { ...list.page(fromWireInput(findSshUsers, given)), logins, ageMs: 0 })
    },
  },
  {
    endpoint: readAccountKeys,
    of: listSshKeysOfUser,
    answer: async (ask, given) => {
      const { keys, more = false } = fromWireInput(readAccountKeys, given)
      const { list } = await sshUsers(ask)
      const { rows: users = [] } = list.page({ withKeys: true, offset: 0, limit: maxRows }) ?? {}
      const rows: Output<typeof readAccountKeys>['rows'] = []
      const unread: Output<typeof readAccountKeys>['unread'] = []
      for (const [at, { host, user }] of users.entries()) {
        const account = { resourceName: host, userName: user }
        if (at >= maxRead && !more) unread.push({ ...account, reason: notReadYet })
        else
          await rowsFrom(ask, listSshKeysOfUser, account).then(
            (names) => rows.push(...names.map((KeyName) => ({ KeyName, ResourceName: host, UserName: user }))),
            ({ message }: Problem) => unread.push({ ...account, reason: message }),
          )
      }
      const wanted = rows.filter(({ KeyName }) => keys?.includes(KeyName) ?? true)
      return wire(readAccountKeys, { rows: wanted, unread, isReading: false })
    },
  },
  {
    endpoint: findSshKeys,
    of: listSshKeys,
    answer: async (ask, given) => {
      const list = sshKeyList()
      list.addKeys((await rowsFrom(ask, listSshKeys)).rows)
      const associations = await rowsFrom(ask, listAssociations).then(
        ({ rows }) => {
          list.addAssociations(rows)
          return 'told'
        },
        ({ code }: Problem) => (code === 'NOT_OFFERED' ? 'not offered' : 'failed'),
      )
      list.complete(associations === 'told')
      return wire(findSshKeys, {
        ...list.page(fromWireInput(findSshKeys, given)),
        annotationFields: [],
        associations,
        ageMs: 0,
      })
    },
  },
  {
    endpoint: findCertificates,
    of: listCertificates,
    answer: async (ask, given) => {
      const { list, issued } = await certificates(ask)
      return wire(findCertificates, {
        ...list.page(fromWireInput(findCertificates, given)),
        annotationFields: [],
        ...issued,
        ageMs: 0,
      })
    },
  },
  {
    endpoint: findIssuers,
    of: listCertificates,
    answer: async (ask, given) => {
      const { list } = await certificates(ask)
      return wire(findIssuers, { links: list.issuers(fromWireInput(findIssuers, given)), ageMs: 0 })
    },
  },
]
