// Certification authorities: who may make one, how deep, and for which names.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestRows } from '#contract/keys/requests.ts'
import { issueKey } from '#services/keys/api-keys.ts'
import { issuingHandlers } from '#services/keys/issuing/issuing-handlers.ts'
import { isInstalled } from '../../crypto/x509/tools.ts'
import { vector } from '../../crypto/x509/vectors.ts'
import { type EdgeWorld, startEdge } from './edge/edge-world.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf, type WireInput } from './key-world.ts'
import { textOf, verify } from './openssl-verify.ts'

const openssl = isInstalled('openssl')
let world: IssuingWorld
beforeAll(async () => {
  world = await startIssuingWorld()
})
afterAll(() => world.stop())

const certificates = async () =>
  (await world.parts.db.selectFrom('key_certificate').select('id').where('is_authority', '=', 1).execute()).length

describe('an API key that may write', () => {
  const asWriter = () =>
    world.serve(requestRows, issuingHandlers(world.parts), {
      caller: { name: 'ci', permissions: ['KeyManagement_Write'] },
    })

  test('has certificates issued for servers, and none for authorities', async () => {
    const root = await world.root({ CNAME: 'Guarded Root' })
    const by = {
      signType: 'signWithRoot',
      rootCertificateCommonName: root.common_name,
      rootCertificateSerialNumber: root.serial_number,
      CSR_ID: String(await world.request({ CNAME: 'w.example.com' })),
    }
    const external = { serverName: 'localhost', caName: 'EXTCA', CSR_ID: by.CSR_ID }
    await asWriter().call('signRequest', by)
    await asWriter().call('signRequest', { ...external, templateName: 'WebServer' })
    const before = await certificates()
    for (const wish of [
      { ...by, isIntermediate: 'true' },
      { ...external, templateName: 'SubCA' },
    ]) {
      expect(await refusalOf(asWriter().call('signRequest', wish))).toMatch(/lacks the permission KeyManagement_Admin$/)
    }
    expect(await certificates()).toBe(before)
  })

  test('imports no request that asks for CA:TRUE', async () => {
    const greedy = { CSR: fileOf(vector('greedy.csr')) }
    expect(await refusalOf(asWriter().call('importRequest', greedy))).toMatch(
      /lacks the permission KeyManagement_Admin$/,
    )
    await asWriter().call('importRequest', { CSR: fileOf(vector('ec.csr')) })
  })
})

describe('the rights of an API key on the wire', () => {
  let edge: EdgeWorld
  beforeAll(async () => {
    edge = await startEdge()
  })
  afterAll(() => edge.stop())

  const statusOf = async (permission: 'KeyManagement_Read' | 'KeyManagement_Write', method: string, name: string) => {
    const { key } = await edge.parts.db
      .transaction()
      .execute((transaction) =>
        issueKey(transaction, { name: permission, address: '127.0.0.1', username: 'ci', permission }),
      )
    return (await edge.ask(`/api/pki/restapi/${name}`, { method, headers: { AUTHTOKEN: key } })).status
  }

  test('are those that the operation needs', async () => {
    expect(await statusOf('KeyManagement_Read', 'GET', 'getAllSSHKeys')).toBe(200)
    expect(await statusOf('KeyManagement_Read', 'POST', 'createsshkey')).toBe(403)
    expect(await statusOf('KeyManagement_Write', 'GET', 'getSSHKeyPassphrase')).toBe(403)
  })
})

describe('an intermediate', () => {
  const middle = async (more: WireInput, pathLength = 2) => {
    const root = await world.root({ CNAME: 'Deep Root', pathLength })
    return world.signBy(root, await world.request({ CNAME: 'Middle' }), { isIntermediate: 'true', ...more })
  }

  test.skipIf(!openssl)('issues no further authority unless its path length is given', async () => {
    expect(textOf(pemOf(await middle({})))).toContain('CA:TRUE, pathlen:0')
    expect(textOf(pemOf(await middle({ pathLength: '1' })))).toContain('CA:TRUE, pathlen:1')
  })

  test('never has a path length beyond that of its issuer', async () => {
    expect(await refusalOf(middle({ pathLength: '2' }))).toBe('pathLength: The authority allows no path length above 1')
    expect(await refusalOf(middle({ pathLength: '11' }))).toMatch(/^pathLength: /)
  })

  test.skipIf(!openssl)('issues for its names only, and openssl sees why', async () => {
    const limited = await middle({ permittedNames: 'example.com, IP:10.0.0.0/8', excludedNames: 'secret.example.com' })
    expect(textOf(pemOf(limited))).toMatch(
      /Name Constraints: critical\s+Permitted:\s+DNS:example.com\s+IP:10.0.0.0\/255.0.0.0\s+Excluded:\s+DNS:secret.example.com/,
    )
    const leaf = await world.signBy(limited, await world.request({ CNAME: 'www.example.com', ALT_NAMES: '10.1.1.1' }))
    expect(verify(await world.chainOf(leaf)).text).toContain('OK')
    for (const CNAME of ['www.example.org', 'a.secret.example.com']) {
      const refusal = await refusalOf(world.signBy(limited, await world.request({ CNAME })))
      expect(refusal).toBe(`CSR_ID: The authority is not allowed to issue for dns:${CNAME}`)
    }
  })

  test('has names that are understood, or is not issued', async () => {
    expect(await refusalOf(middle({ permittedNames: '*.example.com' }))).toMatch(/^permittedNames: "\*\.example\.com"/)
    expect(await refusalOf(middle({ excludedNames: 'a b' }))).toMatch(/^excludedNames: "a b"/)
  })

  test('alone has limits: elsewhere they would be lost in silence', async () => {
    const [root, id] = [await world.root({ CNAME: 'Plain Root' }), await world.request({ CNAME: 'p.example.com' })]
    expect(await refusalOf(world.signBy(root, id, { pathLength: '0' }))).toMatch(/^pathLength: /)
    const external = { serverName: 'localhost', caName: 'EXTCA', templateName: 'SubCA', CSR_ID: String(id) }
    expect(await refusalOf(world.call('signRequest', { ...external, permittedNames: 'example.com' }))).toMatch(
      /^permittedNames: The template determines/,
    )
  })
})
