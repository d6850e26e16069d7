// Everything that issues certificates, over one key world, with its status pages on a real socket.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { JsonObject } from '#contract/json.ts'
import { authorityRows } from '#contract/keys/authorities.ts'
import { revocationRows } from '#contract/keys/certificates.ts'
import { requestRows } from '#contract/keys/requests.ts'
import { writePem } from '#crypto/pem.ts'
import { authorityHandlers } from '#services/keys/authorities/authority-handlers.ts'
import { type Certificate, chainInStore, derOf, findCertificates } from '#services/keys/certificate-store.ts'
import { issuingHandlers } from '#services/keys/issuing/issuing-handlers.ts'
import { statusAddressesAt } from '#services/keys/issuing/status-addresses.ts'
import { statusPages } from '#services/keys/issuing/status-pages.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { startKeyWorld, type WireInput } from './key-world.ts'

export type IssuingWorld = Awaited<ReturnType<typeof startIssuingWorld>>

export async function startIssuingWorld(options: Parameters<typeof startKeyWorld>[0] = {}) {
  const world = await startKeyWorld(options)
  let base = 'http://127.0.0.1:9/pki'
  const parts: KeyManagement = { ...world.parts, statusAddresses: statusAddressesAt(() => base) }
  const app = new Hono().route('/pki', statusPages(parts))
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pki`

  const rows = { ...requestRows, ...revocationRows, ...authorityRows }
  const served = world.serve(rows, { ...issuingHandlers(parts), ...authorityHandlers(parts) })

  const numbered = (id: unknown): Promise<Certificate> =>
    parts.db.selectFrom('key_certificate').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
  const signedIn = ({ details }: JsonObject) => numbered((details as JsonObject[])[0]?.Certificate_ID)
  /** The newest certificate of this name. */
  async function newest(commonName: string): Promise<Certificate> {
    const ids = (await findCertificates(parts.db, commonName)).map(({ id }) => id)
    return numbered(Math.max(...ids))
  }
  async function newestRequest(): Promise<number> {
    const { GeneratedList } = await served.call('listRequests')
    return (GeneratedList as { CSR_ID: number }[])[0]?.CSR_ID ?? 0
  }
  async function request(wish: WireInput): Promise<number> {
    await served.call('createRequest', { ALG: 'EC', LEN: '256', ...wish })
    return newestRequest()
  }
  async function signBy(root: Certificate, id: number, more: WireInput = {}): Promise<Certificate> {
    return signedIn(
      await served.call('signRequest', {
        signType: 'signWithRoot',
        rootCertificateCommonName: root.common_name,
        rootCertificateSerialNumber: root.serial_number,
        CSR_ID: String(id),
        ...more,
      }),
    )
  }
  return {
    ...world,
    parts,
    ...served,
    base: () => base,
    newest,
    newestRequest,
    request,
    signBy,
    signByExternal: async (id: number, templateName = 'WebServer'): Promise<Certificate> => {
      const place = { serverName: 'localhost', caName: 'EXTCA', templateName }
      return signedIn(await served.call('signRequest', { ...place, CSR_ID: String(id) }))
    },
    root: async (wish: WireInput = {}): Promise<Certificate> => {
      const answer = await served.call('createAuthority', { CNAME: 'Acme Root', ALG: 'EC', LEN: '256', ...wish })
      return numbered((answer.details as JsonObject).Certificate_ID)
    },
    revoke: (
      { common_name, serial_number }: Pick<Certificate, 'common_name' | 'serial_number'>,
      revoke_reason: number,
    ) => served.ask('revokeCertificate', { common_name, serial_number, revoke_reason }),
    chainOf: async (certificate: Certificate) => (await chainInStore(parts.db, certificate)).map(pem),
    stop: async () => {
      server.close()
      await world.stop()
    },
  }
}

const pem = (der: Uint8Array) => writePem('CERTIFICATE', der)
export const pemOf = (certificate: Certificate) => pem(derOf(certificate))
