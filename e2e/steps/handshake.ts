import type { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'

export interface TlsHost {
  name: string
  address: string
  port: number
}

/** The TLS hosts of the lab. */
export async function tlsHostsOf(lab: string): Promise<TlsHost[]> {
  const { tls_hosts } = (await (await fetch(lab)).json()) as { tls_hosts: { hosts: TlsHost[] } }
  return tls_hosts.hosts
}

/** The certificate that a host really shows, as a client of its own sees it; refused unless one of these roots is above. */
export const servedBy = ({ address, port }: TlsHost, servername: string, ca: string) =>
  new Promise<X509Certificate>((resolve, reject) => {
    const socket = connect({ host: address, port, servername, ca }, () => {
      const certificate = socket.getPeerX509Certificate()
      socket.end()
      if (certificate) resolve(certificate)
      else reject(new Error('The host showed no certificate'))
    })
    socket.once('error', reject)
  })
