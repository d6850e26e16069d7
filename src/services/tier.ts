/** How the services are reached where consoles run on other machines: by TLS on each port. */
export type Tier = {
  /** Address to listen on. */
  host: string
  /** Name or address that consoles reach it by. */
  name: string
  /** PEM: certificate with its issuer, key, and whose certificates the consoles have. */
  identity: { cert: string; key: string; ca: string }
}

/** In addresses, an IPv6 one stands in brackets. */
export const originOf = (tier: Tier, port: number) => new URL(`https://${tier.name}:${port}`).origin

/** Probes have no certificate: whoever has none may connect, and is then refused by `consolesOnly`. */
export const serverTls = ({ identity }: Tier) =>
  ({
    ...identity,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
    handshakeTimeout: 10_000,
  }) as const
