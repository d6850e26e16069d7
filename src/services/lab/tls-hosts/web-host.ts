import { createServer, type Server } from 'node:https'
import type { SecureContextOptions } from 'node:tls'
import { writePem } from '#crypto/pem.ts'
import type { HostIdentity } from './host-certificate.ts'

/** A site that shows the name of its host. */
export const webHost = (name: string, identity: HostIdentity, options: SecureContextOptions = {}): Server =>
  createServer({ ...contextOf(identity), ...options }, (_, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.end(`This is ${name}, a host of the lab.\n`)
  })

export const contextOf = ({ chain, privateKey }: HostIdentity) => ({
  cert: chain.map((certificate) => writePem('CERTIFICATE', certificate)).join(''),
  key: writePem('PRIVATE KEY', privateKey),
})
