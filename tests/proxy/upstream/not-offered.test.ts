import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSshResource, listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers } from '#contract/keys/ssh.ts'
import { startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
beforeAll(async () => {
  proxy = await startProxy({ dialect: { operations: { 'keys.listHostKeys': false } } })
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())

const failed = (message: string) => ({ result: { status: 'Failed', message } })
const answering = async (row: string, answer: Answer, input = {}) => {
  proxy.keys.answer(answer)
  return (await proxy.call(row, input, cookie)).value
}

const page = (response: Parameters<Answer>[1]) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
const unlessStated =
  (answer: Answer): Answer =>
  (request, response) =>
    request.url.includes('/getSSLVulnerabilityCount')
      ? json(response, { result: { status: 'Success' }, details: {} })
      : answer(request, response)

test('a page in place of every answer, as of a gateway, is a failure and says nothing of an operation', async () => {
  expect(await answering(listAssociations.id, (_, response) => page(response))).toMatchObject({
    code: 'UNEXPECTED_CONTENT',
  })
})

describe('a server that has only the stated operations', () => {
  test.each<[string, Answer]>([
    ['404', (_, response) => json(response, failed('Unknown operation'), 404)],
    ['404 with a page', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>')],
    ['405', (_, response) => json(response, failed('GET is not allowed'), 405)],
    ['400 with a sentence', (_, response) => json(response, failed('Invalid operation name'), 400)],
    ['a sentence in HTTP 200', (_, response) => json(response, failed('Unknown API listAssociations'))],
    ['its own page', unlessStated((_, response) => page(response))],
    ['a redirection to its own page', unlessStated((_, response) => response.writeHead(302, { location: '/' }).end())],
  ])('does not offer ours by %s', async (_, answer) => {
    expect(await answering(listAssociations.id, answer)).toMatchObject({ code: 'NOT_OFFERED', status: 404 })
  })

  test.each<[string, Answer, string]>([
    ['a failure', (_, response) => json(response, failed('The database is down'), 500), 'HTTP_500'],
    ['a refusal', (_, response) => json(response, failed('No permission for this resource')), 'REFUSED'],
    [
      'a gateway',
      (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html></html>'),
      'HTTP_502',
    ],
  ])('says no such thing by %s', async (_, answer, code) => {
    expect(await answering(listAssociations.id, answer)).toMatchObject({ code })
  })

  test('has the stated ones: a 404 to one of them is a failure', async () => {
    const answer: Answer = (_, response) => json(response, failed('Unknown operation'), 404)
    expect(await answering(listAssociatedUsers.id, answer)).toMatchObject({ code: 'HTTP_404' })
  })
})

describe('a change that is answered by a page', () => {
  const changed = (answer: Answer) =>
    answering(addSshResource.id, unlessStated(answer), { ResourceName: 'build', IPADDRESS: '10.0.0.1', Port: 22 })

  test('is not offered where a read of ours is answered by one as well', async () => {
    expect(await changed((_, response) => page(response))).toMatchObject({ code: 'NOT_OFFERED' })
  })

  test('may have been made where the others of ours are answered: the page is of a gateway', async () => {
    const answer: Answer = (request, response) =>
      request.url.includes('/own/listAuthorities') ? json(response, { details: [] }) : page(response)
    expect(await changed(answer)).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
  })
})

test('what the connection says that a server lacks is not asked of it', async () => {
  proxy.keys.received.length = 0
  const answer: Answer = (_, response) => json(response, { details: [] })
  expect(await answering('keys.listHostKeys', answer)).toMatchObject({ code: 'NOT_OFFERED' })
  expect(proxy.keys.received).toEqual([])
})
