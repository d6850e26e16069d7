import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { findCertificates } from '#contract/console/certificate-list.ts'
import type { findRequests } from '#contract/console/request-list.ts'
import type { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { lists } from '#contract/console/lists.ts'
import type { Output } from '#contract/endpoint.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listDeployments } from '#contract/keys/servers.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { AnnotatedRows } from '#services/console/annotations/annotated-rows.ts'
import type { CachedLists, ListSource } from './cached-lists.ts'

type Issued = Pick<Output<typeof findCertificates>, 'issued' | 'issuedProblem'>
type ReportedDeployments = Output<typeof findCertificates>['deployments']
type AboutCertificates = Issued & { deployments: ReportedDeployments }

/** Issued and deployed certificates are extensions; the inventory works without them. */
const certificates: ListSource<'certificates', AboutCertificates> = {
  kind: 'certificates',
  endpoint: listCertificates,
  reads: [...listCertificates.reads, ...listIssued.reads, ...listDeployments.reads],
  read: async (list, rows) => {
    const [issued, deployments] = await Promise.all([
      rows(listIssued, 'addIssued').then((): Issued => ({ issued: 'told' }), notReported),
      rows(listDeployments, 'addDeployments').then((): ReportedDeployments => 'told', notOffered),
      rows(listCertificates, 'addListed'),
    ])
    await list.call('complete', { issued: issued.issued === 'told', deployments: deployments === 'told' })
    return { ...issued, deployments }
  },
}

type Associations = Pick<Output<typeof findSshKeys>, 'associations'>

const sshKeys: ListSource<'sshKeys', Associations> = {
  kind: 'sshKeys',
  endpoint: listSshKeys,
  reads: [...listSshKeys.reads, ...listAssociations.reads],
  read: async (list, rows) => {
    const [associations] = await Promise.all([
      rows(listAssociations, 'addAssociations').then((): ReportedDeployments => 'told', notOffered),
      rows(listSshKeys, 'addKeys'),
    ])
    await list.call('complete', associations === 'told')
    return { associations }
  },
}

const issued: ListSource<'issued', undefined> = {
  kind: 'issued',
  endpoint: listIssued,
  reads: listIssued.reads,
  read: async (list, rows) => {
    await rows(listIssued, 'addIssued')
    await list.call('complete', undefined)
    return undefined
  },
}

const requests: ListSource<'requests', Pick<Output<typeof findRequests>, 'onServer'>> = {
  kind: 'requests',
  endpoint: listRequests,
  reads: listRequests.reads,
  read: async (list, rows) => {
    const { count, total } = await rows(listRequests, 'addRequests')
    await list.call('complete', undefined)
    return total !== undefined && total > count ? { onServer: total } : {}
  },
}

const access: ListSource<'access', undefined> = {
  kind: 'access',
  endpoint: listAssociations,
  reads: listAssociations.reads,
  read: async (list, rows) => {
    await rows(listAssociations, 'addAssociations')
    await list.call('complete', undefined)
    return undefined
  },
}

/** User counts need both lists of users; hosts are listed without them. */
const hosts: ListSource<'hosts', undefined> = {
  kind: 'hosts',
  endpoint: listSshResources,
  reads: [...listSshResources.reads, ...listSshUsers.reads, ...listAssociatedUsers.reads],
  read: async (list, rows) => {
    const [found, associated] = await Promise.all([
      rows(listSshUsers, 'addUsers').then(isTold, notRead),
      rows(listAssociatedUsers, 'addUsers').then(isTold, notRead),
      rows(listSshResources, 'addHosts'),
    ])
    await list.call('complete', found && associated)
    return undefined
  },
}

/** Keys of users are included if the server reports them. */
const users: ListSource<'users', { logins: ReportedDeployments }> = {
  kind: 'users',
  endpoint: listSshUsers,
  reads: [...listSshUsers.reads, ...listAssociatedUsers.reads, ...listAssociations.reads, ...listHostKeys.reads],
  read: async (list, rows) => {
    const [withKeys, associations, logins] = await Promise.all([
      rows(listAssociatedUsers, 'addAssociated').then(isTold, notRead),
      rows(listAssociations, 'addAssociations').then(isTold, notRead),
      rows(listHostKeys, 'addHostKeys').then((): ReportedDeployments => 'told', notOffered),
      rows(listSshUsers, 'addUsers'),
    ])
    await list.call('complete', { withKeys, associations, logins: logins === 'told' })
    return { logins }
  },
}

const isTold = () => true
function notRead(error: unknown): false {
  if (!(error instanceof Problem)) throw error
  return false
}

function notOffered(error: unknown): Exclude<ReportedDeployments, 'told'> {
  if (!(error instanceof Problem)) throw error
  return error.code === 'NOT_OFFERED' ? 'not offered' : 'failed'
}

function notReported(error: unknown): Issued {
  const issued = notOffered(error)
  const { code, message } = error as Problem
  return issued === 'failed' ? { issued, issuedProblem: { code, message } } : { issued }
}

function whole<T>(answer: T | undefined): T {
  if (!answer) throw new Problem('FAILED', 'The list is not complete', { service: 'console' })
  return answer
}

export const listHandlers = (
  { ask }: CachedLists,
  { resolved, widened }: AnnotatedRows,
): Pick<ConsoleHandlers, Exclude<keyof typeof lists, 'readAccountKeys'>> => ({
  findCertificates: async ({ fresh = false, ...query }, caller) => {
    const place = { site: caller.site.name, kind: 'certificate' } as const
    const asked = await resolved(place, query)
    const { answer, about, ageMs } = await ask(certificates, caller, fresh, (list) => list.call('page', asked))
    return { ...(await widened(place, whole(answer), identifiersOf.certificate)), ...about, ageMs }
  },

  findSshKeys: async ({ fresh = false, ...query }, caller) => {
    const place = { site: caller.site.name, kind: 'ssh-key' } as const
    const asked = await resolved(place, query)
    const { answer, about, ageMs } = await ask(sshKeys, caller, fresh, (list) => list.call('page', asked))
    const page = await widened(place, whole(answer), ({ key }) => identifiersOf['ssh-key'](key.KeyName ?? ''))
    return { ...page, ...about, ageMs }
  },

  findIssued: async ({ fresh = false, ...query }, caller) => {
    const { answer, ageMs } = await ask(issued, caller, fresh, (list) => list.call('page', query))
    return { ...whole(answer), ageMs }
  },

  findRequests: async ({ fresh = false, ...query }, caller) => {
    const { answer, about, ageMs } = await ask(requests, caller, fresh, (list) => list.call('page', query))
    return { ...whole(answer), ...about, ageMs }
  },

  findAssociations: async ({ fresh = false, ...query }, caller) => {
    const { answer, ageMs } = await ask(access, caller, fresh, (list) => list.call('page', query))
    return { ...whole(answer), ageMs }
  },

  findAccess: async ({ fresh = false, ...query }, caller) => {
    const { answer, ageMs } = await ask(access, caller, fresh, (list) => list.call('accounts', query))
    return { ...whole(answer), ageMs }
  },

  findHosts: async ({ fresh = false, ...query }, caller) => {
    const place = { site: caller.site.name, kind: 'host' } as const
    const asked = await resolved(place, query)
    const { answer, ageMs } = await ask(hosts, caller, fresh, (list) => list.call('page', asked))
    const page = await widened(place, whole(answer), ({ host }) => identifiersOf.host(host.ResourceName ?? ''))
    return { ...page, ageMs }
  },

  findSshUsers: async ({ fresh = false, ...query }, caller) => {
    const { answer, about, ageMs } = await ask(users, caller, fresh, (list) => list.call('page', query))
    return { ...whole(answer), ...about, ageMs }
  },

  findIssuers: async (asked, caller) => {
    const { answer, ageMs } = await ask(certificates, caller, false, (list) => list.call('issuers', asked))
    return { links: answer, ageMs }
  },
})
