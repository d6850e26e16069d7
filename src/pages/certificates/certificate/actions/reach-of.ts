/** Network scope of an address, as far as the address indicates. */
export function reachOf(address: string | undefined): string {
  const host = hostOf(address)
  if (host === undefined) return 'Clients cannot reach it.'
  if (host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]')
    return 'This is a loopback address: only the host of the service can reach it.'
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe[89ab])/.test(host))
    return 'This is a private address: only clients in that network can reach it.'
  if (!host.includes('.') && !host.startsWith('['))
    return 'This is a name without a domain: only clients in its network can reach it.'
  return 'Clients must be able to resolve this name and reach it.'
}

function hostOf(address: string | undefined): string | undefined {
  try {
    return address ? new URL(address).hostname : undefined
  } catch {
    return undefined
  }
}
