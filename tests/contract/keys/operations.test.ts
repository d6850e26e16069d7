import { describe, expect, test } from 'vitest'
import { fromRequest } from '#contract/http/from-request.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { deployCertificate, getCertificate, revokeCertificate } from '#contract/keys/certificates.ts'
import { discoverHost, discoverRange } from '#contract/keys/discovery.ts'
import { keys } from '#contract/keys/operations.ts'
import { importRequest, signRequest } from '#contract/keys/requests.ts'
import { applyCredentials, createSshKey, deleteSshKey, getSshKey, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { addVaultKey, exportVaultKey } from '#contract/keys/vault.ts'
import { findAssociations } from '#contract/console/access-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { scanHostKeys } from '#contract/keys/host-keys.ts'
import { addSshResource, removeSshResource } from '#contract/keys/ssh-resources.ts'
import type { Problem } from '#contract/problem.ts'

const answer = (body: unknown, status = 200) => ({ status, headers: {}, body: JSON.stringify(body) })
const bytes = new Uint8Array([0x2d, 0, 0xff])

test('each stated operation has its row, under its exact name', () => {
  for (const { path, source } of Object.values(keys)) expect(source).toBe(`key-management, ${path.split('/').at(-1)}`)
  const names = new Set(Object.values(keys).map(({ path }) => path.split('/').at(-1)))
  expect(names.size).toBe(43)
  for (const name of [
    'createsshkey',
    'applycredentials',
    'enumerateusers',
    'getSSHkeysforuser',
    'revokeEXTCACertificate',
  ])
    expect(names).toContain(name)
})

test('a key is read by the name that its server lists, however long; a new one is not given such a name', () => {
  const keyName = 'k'.repeat(4000)
  for (const row of [getSshKey, exportVaultKey]) expect(() => toRequest(row, { keyName })).not.toThrow()
  expect(() => toRequest(deleteSshKey, { key_name: keyName })).not.toThrow()
  expect(() => toRequest(createSshKey, { keyName, keyType: 'ed25519' })).toThrow(/keyName/)
})

test('a host is found, checked and removed by the name that its server lists, however long', () => {
  const ResourceName = 'h'.repeat(4000)
  expect(() => toRequest(findHosts, { name: ResourceName, offset: 0, limit: 1 })).not.toThrow()
  for (const row of [findSshUsers, findAssociations])
    expect(() => toRequest(row, { host: ResourceName, offset: 0, limit: 1 })).not.toThrow()
  expect(() => toRequest(findSshKeys, { names: [ResourceName], offset: 0, limit: 1 })).not.toThrow()
  for (const row of [scanHostKeys, removeSshResource]) expect(() => toRequest(row, { ResourceName })).not.toThrow()
  expect(() => toRequest(addSshResource, { ResourceName, IPADDRESS: '127.0.0.1', Port: 22 })).toThrow(/ResourceName/)
})

test('input travels as INPUT_DATA in the query, form-url encoded', () => {
  const { target } = toRequest(createSshKey, {
    keyName: 'a+b & "c"',
    keyType: 'ssh-rsa',
    length: '2048',
    passPhrase: 'ü',
  })
  const [path, query = ''] = target.split('?')
  expect(path).toBe('/api/pki/restapi/createsshkey')
  expect(JSON.parse(new URLSearchParams(query).get('INPUT_DATA') ?? '')).toEqual({
    operation: { Details: { keyName: 'a+b & "c"', keyType: 'ssh-rsa', length: '2048', passPhrase: 'ü' } },
  })
  expect(toRequest(keys.listSshKeys, {}).target).toBe('/api/pki/restapi/getAllSSHKeys')
})

test('the same is read from a form body, and what is no operation.Details is refused by name', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const target = '/api/pki/restapi/applycredentials'
  const details = { userName: 'root', password: 'p', resourceName: 'web', isAdmin: 'true' }
  const body = new URLSearchParams({ INPUT_DATA: JSON.stringify({ operation: { Details: details } }) }).toString()
  expect(fromRequest(applyCredentials, { method: 'POST', target, headers: form, body })).toMatchObject({
    isAdmin: true,
  })
  for (const wrong of ['{"Details":{}}', '[]', 'x', '{"operation":{"Details":7}}']) {
    const asked = { method: 'POST', target: `${target}?${new URLSearchParams({ INPUT_DATA: wrong })}`, headers: {} }
    expect(() => fromRequest(applyCredentials, asked)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT_DATA' }) as Problem,
    )
  }
})

test('files travel as parts of their stated names, the rest beside them as INPUT_DATA', () => {
  const request = toRequest(importRequest, { CSR: { name: 'a.csr', bytes }, password: 'p', Email: 'a@b.example' })
  expect(Object.keys(request.form?.files ?? {})).toEqual(['CSR'])
  expect(JSON.parse(request.form?.fields.INPUT_DATA ?? '')).toEqual({
    operation: { Details: { password: 'p', Email: 'a@b.example' } },
  })
  expect(toRequest(keys.importUnmanagedCertificates, { File: { name: 'x', bytes } }).form?.fields).toEqual({})
  expect(() =>
    fromRequest(addVaultKey, {
      method: 'POST',
      target: addVaultKey.path,
      headers: {},
      form: { fields: {}, files: {} },
    }),
  ).toThrow('keyName: is missing')
})

test('numbers travel as numbers only where the reference says so', () => {
  const detailsOf = (target: string) =>
    (
      JSON.parse(new URLSearchParams(target.split('?')[1]).get('INPUT_DATA') ?? '') as {
        operation: { Details: object }
      }
    ).operation.Details
  expect(detailsOf(toRequest(discoverHost, { HOST: 'h', TIMEOUT: '5', PORT: '443' }).target)).toEqual({
    HOST: 'h',
    TIMEOUT: '5',
    PORT: '443',
  })
  expect(detailsOf(toRequest(signRequest, { CSR_ID: '7', Validity: 90, isIntermediate: 'true' }).target)).toEqual({
    CSR_ID: '7',
    Validity: 90,
    isIntermediate: 'true',
  })
})

test.each([
  [{ name: 'x', result: { status: 'Failed', message: 'No such key' } }],
  [{ name: 'x', result: { status: 'FAILURE', message: 'No such key' } }],
  [{ Status: 'failed', Message: 'No such key' }],
])('a failed result is a problem, although HTTP says 200: %j', (body) => {
  expect(() => fromResponse(createSshKey, answer(body))).toThrow(
    expect.objectContaining({ code: 'REFUSED', message: 'No such key', service: 'keys' }) as Problem,
  )
})

test('one host that fails does not make a failed discovery', () => {
  const said = fromResponse(
    discoverRange,
    answer({
      result: { status: 'Success' },
      details: { '10.0.0.1': ['FAILURE', 'refused'], __proto__x: ['SUCCESS', ''] },
    }),
  )
  expect(said).toContainEqual({ host: '10.0.0.1', status: 'FAILURE', message: 'refused' })
})

test('a file keeps its bytes and any name, and a failure in its place is a problem', () => {
  const file = { name: 'Zertifikat "für" \r\n Ω\\.pem', bytes, type: 'application/x-pem-file' }
  const response = toResponse(getCertificate, file)
  expect(response.headers['content-disposition']).toMatch(/^[\x20-\x7e]+$/)
  expect(fromResponse(getCertificate, response)).toEqual(file)
  expect(() => fromResponse(getCertificate, answer({ result: { status: 'Failed', message: 'Ambiguous' } }))).toThrow(
    'Ambiguous',
  )
  const unnamed = { status: 200, headers: { 'content-disposition': 'inline' }, body: 'PEM' }
  expect(fromResponse(getCertificate, unnamed)).toEqual({ name: '', bytes: new TextEncoder().encode('PEM') })
})

test('a revocation answers in a sentence; deployment and key names in forms of their own', () => {
  const sentence = 'Certificate revoked: key compromise'
  expect(fromResponse(revokeCertificate, toResponse(revokeCertificate, sentence))).toBe(sentence)
  expect(toResponse(listSshKeysOfUser, ['one', 'two']).body).toContain('"details":"one,two"')
  expect(toResponse(deployCertificate, { rows: [{ server: 'web', status: 'Success' }] }).body).toContain(
    '"deployStatus":[',
  )
})

describe('a list of another build of the server', () => {
  const rows = [{ KeyName: 'web' }]
  test.each([
    ['under another name', { result: { status: 'Success' }, SSHKeys: rows, totalRows: '1' }],
    ['with a capital', { result: { status: 'Success' }, Details: rows, totalRows: 1 }],
    ['as the row alone', { details: rows[0], totalRows: 1 }],
    ['by number', { name: 'x', result: { status: 'Success' }, totalRows: 1, 12: rows[0] }],
    ['below operation', { operation: { result: { status: 'Success' }, Details: rows, totalRows: 1 } }],
  ])('%s is read', (_how, body) => {
    expect(fromResponse(keys.listSshKeys, answer(body))).toEqual({ rows, total: 1 })
  })

  test.each([{}, { details: '' }, { details: null, totalRows: 0 }, { details: {} }])('%j has no row', (body) => {
    expect(fromResponse(keys.listSshKeys, answer(body)).rows).toEqual([])
  })

  test('that counts rows and shows none is not called empty', () => {
    expect(() => fromResponse(keys.listSshKeys, answer({ totalRows: 3 }))).toThrow('no list called details')
  })
})

test('key names are read with or without blanks, and one passphrase under Details, too', () => {
  expect(fromResponse(listSshKeysOfUser, answer({ details: 'web, db ,' }))).toEqual(['web', 'db'])
  expect(fromResponse(keys.getSshKeyPassphrase, answer({ Details: { passphrase: 'p' } }))).toEqual({ passphrase: 'p' })
})

test('a failure behind blanks is one in place of a file, too, and a sentence may come wrapped', () => {
  const failed = '\n {"result":{"status":"Failed","message":"Ambiguous"}}'
  expect(() => fromResponse(getCertificate, { status: 200, headers: {}, body: failed })).toThrow('Ambiguous')
  const wrapped = answer({ name: 'x', result: { status: 'Success', message: 'Revoked: superseded' } })
  expect(fromResponse(revokeCertificate, wrapped)).toBe('Revoked: superseded')
})

test('numbers are read where texts are stated, and texts where numbers are', () => {
  const asked = (endpoint: Parameters<typeof toRequest>[0], details: object) => {
    const INPUT_DATA = JSON.stringify({ operation: { Details: details } })
    const target = `${endpoint.path}?${new URLSearchParams({ INPUT_DATA })}`
    return fromRequest(endpoint, { method: endpoint.method, target, headers: {} })
  }
  expect(asked(createSshKey, { keyName: 'a', keyType: 'ssh-rsa', length: 2048 })).toMatchObject({ length: '2048' })
  expect(asked(createSshKey, { keyName: 'a', keyType: 'ed25519', length: null })).toEqual({
    keyName: 'a',
    keyType: 'ed25519',
  })
  expect(asked(discoverHost, { HOST: 'h', TIMEOUT: 5, PORT: 443 })).toEqual({ HOST: 'h', TIMEOUT: '5', PORT: '443' })
  expect(asked(keys.listCertificates, { withExpiryDaysLessThan: 30, withKeyLength: 2048 })).toEqual({
    withExpiryDaysLessThan: '30',
    withKeyLength: '2048',
  })
  const certificate = { common_name: 'a', serial_number: '1' }
  // What cannot be undone is read as it is stated only.
  expect(() => asked(revokeCertificate, { ...certificate, revoke_reason: '4' })).toThrow('revoke_reason')
})

describe('what became of each server and host', () => {
  const told = (endpoint: typeof deployCertificate | typeof discoverHost, body: object, subject: string) =>
    endpoint.job.answered?.(fromResponse(endpoint, answer(body)) as never, [subject])?.get(subject)

  test.each([
    [[{ server: 'web', status: 'SUCCESS', message: 'ok' }], 'done'],
    [[{ server: 'web', status: 'success', message: 'ok' }], 'done'],
    [[{ server: 'web', status: 'FAILURE', message: 'ok' }], 'failed'],
    [[], 'unknown'],
  ])('of a deployment, %j is %s', (deployStatus, outcome) => {
    expect(told(deployCertificate, { result: { status: 'Success' }, deployStatus }, 'web')).toMatchObject({ outcome })
  })

  test.each([
    [{ 'www.example.com': ['Success', 'found'] }, 'done', 'found'],
    [{ 'WWW.Example.com': ['FAILURE', 'silent'] }, 'failed', 'silent'],
    [{ '10.0.0.7': ['SUCCESS', 'found'] }, 'done', 'found'],
    [{ 'www.example.com': ['SUCCESS', 'found', 3] }, 'done', '["SUCCESS","found",3]'],
    [{ 'www.example.com': ['SUCCESS', { days: 3 }] }, 'done', '["SUCCESS",{"days":3}]'],
    [{ 'www.example.com': 'FAILURE' }, 'failed', ''],
  ])('of a discovery, %j is %s', (details, outcome, remark) => {
    const found = told(discoverHost, { details }, 'www.example.com:443')
    expect(found).toMatchObject({ outcome, remark })
  })
})

test('a passphrase is found in either case', () => {
  expect(fromResponse(keys.getSshKeyPassphrase, answer({ details: { Passphrase: 'p' } }))).toEqual({ passphrase: 'p' })
  const details = { passphrase: 'q', Passphrase: 'p' }
  expect(fromResponse(keys.getCertificatePassphrase, answer({ details }))).toEqual(details)
})
