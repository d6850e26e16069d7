/** TLS settings of the services if consoles run on other machines. */
export type Tier = {
  /** Address to listen on. */
  host: string
  /** Host name or address used by consoles. */
  name: string
  /** PEM: certificate with issuer, private key, and the authority of the consoles' certificates. */
  identity: { cert: string; key: string; ca: string }
}

/** IPv6 addresses need brackets in URLs. */
export const originOf = (tier: Tier, port: number) => new URL(`https://${tier.name}:${port}`).origin

/** Clients without certificate can connect for health probes; `consolesOnly` rejects other requests. */
export const serverTls = ({ identity }: Tier) =>
  ({
    ...identity,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
    handshakeTimeout: 10_000,
  }) as const
