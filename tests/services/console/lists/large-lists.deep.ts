// Over 100,000 records of each kind, what the pages of key management ask of a list that is read takes no time.
import { beforeAll, describe, expect, test } from 'vitest'
import { fromResponse } from '#contract/http/http.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CachedList, type Kind, kinds } from '#services/console/lists/list-messages.ts'
import { certificateAt } from '../../../support/many-certificates.ts'

const count = 100_000
const max = { ms: 50, bytes: 1024 * 1024 }
const now = Date.now()
const page = { offset: 0, limit: 50 }
const day = 86_400_000

const rowsOf = <T>(rowAt: (at: number) => T) => Array.from({ length: count }, (_, at) => rowAt(at))
const at = (ms: number) => new Date(ms).toISOString()

/** As the server says them, decoded. */
const listed = <R extends Endpoint>(endpoint: R, name: string, rows: readonly object[]) =>
  (fromResponse(endpoint, { status: 200, headers: {}, body: JSON.stringify({ [name]: rows }) }) as { rows: never }).rows

const sshKeyAt = (one: number) => ({
  KeyName: `Deploy key ${one}`,
  KeyType: one % 4 ? 'ED25519' : 'RSA',
  KeyLength: one % 4 ? '256' : '2048',
  FingerPrint: `SHA256:${(one * 7919).toString(36)}`,
  CreatedBy: `Person ${one % 300}`,
  CreationTime: at(now - one * 60_000),
  isPassphraseAvailable: one % 3 === 0,
})
const associationAt = (one: number) => ({
  KeyName: `Deploy key ${one % 60_000}`,
  ResourceName: `host-${one % 4000}.example.com`,
  UserName: `user${one % 20}`,
})
const requestAt = (one: number) => ({
  CSR_ID: one,
  DOMAIN_NAME: `web-${one}.example.com`,
  CREATED_DATE: at(now - one * 60_000),
  CREATED_BY: `Person ${one % 300}`,
  KEYALGORITHM: 'RSA',
  KEY_STRENGTH: 2048,
  SIGNATURE_ALGORITHM: 'SHA256',
  VALIDITY: 90,
  KEYSTORE_TYPE: 'PKCS12',
})
const issuedAt = (one: number) => ({
  CertID: one,
  commonName: `web-${one}.example.com`,
  serialNumber: (one * 7919).toString(16),
  sha256: (one * 104_729).toString(16).padStart(64, '0'),
  issuer: `f${one % 5}`,
  issuerName: `CA ${one % 5}`,
  issuedAt: at(now - one * 60_000),
  ExpiryDate: at(now + ((one * 7919) % 1_000_000) * 60_000 - 20 * day),
})

type Question<K extends Kind> = (list: CachedList<K>) => unknown
type Case<K extends Kind> = { kind: K; fill: (list: CachedList<K>) => unknown; asked: Record<string, Question<K>> }
const caseOf = <K extends Kind>(one: Case<K>) => one

const descending = (column: string) => [{ column, descending: true }]
const cases = [
  caseOf({
    kind: 'certificates',
    fill: (list) => {
      list.addListed(
        listed(
          listCertificates,
          'details',
          rowsOf((one) => certificateAt(one, now)),
        ),
      )
      return list.complete({ issued: false, deployments: false })
    },
    asked: {
      'the first page': (list) => list.page(page),
      'the last page': (list) => list.page({ offset: 97_990, limit: 500 }),
      'by name': (list) => list.page({ ...page, sort: descending('name') }),
      'by expiry': (list) => list.page({ ...page, sort: descending('until') }),
      'by creator': (list) => list.page({ ...page, sort: descending('by') }),
      'a search': (list) => list.page({ ...page, search: 'web-9 acme' }),
      'a search that nothing has': (list) => list.page({ ...page, search: 'no such text' }),
      'a search of one letter': (list) => list.page({ ...page, search: 'q' }),
      'a filter of an issuer': (list) => list.page({ ...page, filters: [{ column: 'issuer', oneOf: ['CA 9'] }] }),
      'a filter by a text': (list) => list.page({ ...page, filters: [{ column: 'name', contains: 'EB-77' }] }),
      'the weak ones of the overview': (list) => list.page({ ...page, concern: 'weak', limit: 5 }),
      'the expiring ones of the overview': (list) => list.page({ ...page, concern: 'expiring', limit: 5 }),
      'a look-up': (list) => list.page({ ...page, mentions: 'web-99' }),
      'those of a person': (list) => list.page({ ...page, person: { name: 'Person 7', mail: 'team-7@example.com' } }),
      'one, by its ID': (list) => list.page({ ...page, id: '99999' }),
      'those of a name, before a renewal': (list) => list.page({ ...page, name: 'web-48.example.com' }),
      'those of a host': (list) => list.page({ ...page, places: ['host-7.example.com:443'] }),
      'the issuers of one': (list) => list.issuers({ id: '77', issuer: 'CA 9' }),
    },
  }),
  caseOf({
    kind: 'sshKeys',
    fill: (list) => {
      list.addKeys(listed(listSshKeys, 'details', rowsOf(sshKeyAt)))
      list.addAssociations(listed(listAssociations, 'details', rowsOf(associationAt)))
      return list.complete(true)
    },
    asked: {
      'the first page': (list) => list.page(page),
      'the last page': (list) => list.page({ offset: 99_500, limit: 500 }),
      'by name': (list) => list.page({ ...page, sort: descending('name') }),
      'by time': (list) => list.page({ ...page, sort: descending('created') }),
      'by what it opens': (list) => list.page({ ...page, sort: descending('opens') }),
      'a search': (list) => list.page({ ...page, search: 'person 77 ed25519' }),
      'a look-up': (list) => list.page({ ...page, mentions: 'key 99' }),
      'one, by its name': (list) => list.page({ ...page, names: ['Deploy key 99999'] }),
    },
  }),
  caseOf({
    kind: 'access',
    fill: (list) => {
      list.addAssociations(listed(listAssociations, 'details', rowsOf(associationAt)))
      return list.complete()
    },
    asked: {
      'the first page': (list) => list.page(page),
      'the last page': (list) => list.page({ offset: 99_500, limit: 500 }),
      'of a host': (list) => list.page({ ...page, host: 'host-7.example.com' }),
      'of a key': (list) => list.page({ ...page, keys: ['Deploy key 7'] }),
      'a search': (list) => list.page({ ...page, search: 'user7 host-77' }),
      accounts: (list) => list.accounts(page),
      'accounts by host': (list) => list.accounts({ ...page, sort: descending('host') }),
      'accounts by a search': (list) => list.accounts({ ...page, search: 'host-77' }),
    },
  }),
  caseOf({
    kind: 'requests',
    fill: (list) => {
      list.addRequests(listed(listRequests, 'GeneratedList', rowsOf(requestAt)))
      return list.complete()
    },
    asked: {
      'the first page': (list) => list.page(page),
      'the last page': (list) => list.page({ offset: 99_500, limit: 500 }),
      'by name': (list) => list.page({ ...page, sort: descending('name') }),
      'by time': (list) => list.page({ ...page, sort: descending('created') }),
      'a search': (list) => list.page({ ...page, search: 'web-77 person' }),
      'one, by its number': (list) => list.page({ ...page, id: '99999' }),
    },
  }),
  caseOf({
    kind: 'issued',
    fill: (list) => {
      list.addIssued(listed(listIssued, 'details', rowsOf(issuedAt)))
      return list.complete()
    },
    asked: {
      'the first page': (list) => list.page(page),
      'the last page': (list) => list.page({ offset: 99_500, limit: 500 }),
      'by name': (list) => list.page({ ...page, sort: descending('name') }),
      'by expiry': (list) => list.page({ ...page, sort: descending('until') }),
      'a search': (list) => list.page({ ...page, search: 'web-77 ca' }),
      'of an authority': (list) => list.page({ ...page, issuer: 'f3' }),
    },
  }),
] as unknown as Case<Kind>[]

describe.each(cases)(`${count} in the list $kind`, ({ kind, fill, asked }) => {
  let list: CachedList<Kind>
  beforeAll(() => {
    list = kinds[kind](now)
    fill(list)
    for (let isMore = true; isMore;) isMore = 'prepare' in list && list.prepare()
  })

  test.each(Object.keys(asked))('%s', (what) => {
    const times = [0, 1, 2, 3, 4].map((round) => {
      // The answer to the last question is kept.
      list.page({ ...page, search: `another question ${round}` })
      const before = process.threadCpuUsage()
      asked[what]?.(list)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    })
    expect(Math.min(...times), 'the time that other work has disturbed least').toBeLessThan(max.ms)
    const answer = asked[what]?.(list)
    expect(answer).toMatchObject({})
    expect(JSON.stringify(answer).length).toBeLessThan(max.bytes)
  })
})
