import { expect, test } from 'vitest'
import { listComputers } from '#contract/desktop/som.ts'
import { dialect } from '#contract/dialect.ts'
import { fromRequest, pathMatches } from '#contract/http/from-request.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'

const speaks = dialect.parse({ names: { owner: 'holder', revokeEXTCACertificate: 'revokeMSCACertificate' } })

test('a choice, a column and its sign are translated both ways, a text that somebody typed is not', () => {
  const input = { searchtype: 'owner', searchcolumn: 'owner', searchvalue: 'owner', sort: '-owner' } as const
  const request = toRequest(listComputers, input, speaks)
  expect(request.target.split('?')[1]).toBe('searchtype=holder&searchcolumn=holder&searchvalue=owner&sort=-holder')
  expect(fromRequest(listComputers, request, speaks)).toEqual(input)
})

test('an operation is found by that server’s name only, and by the reference’s where that is spoken', () => {
  const path = '/api/pki/restapi'
  expect(pathMatches(revokeCertificate, `${path}/revokeMSCACertificate`, speaks)).toEqual({})
  expect(pathMatches(revokeCertificate, `${path}/revokeEXTCACertificate`, speaks)).toBeUndefined()
  expect(pathMatches(revokeCertificate, `${path}/revokeEXTCACertificate`)).toEqual({})
})

test('two names of the reference cannot be one there: nobody could translate it back', () => {
  expect(() => dialect.parse({ names: { owner: 'x', location: 'x' } })).toThrow(
    'must not give two names the same one, x',
  )
})
