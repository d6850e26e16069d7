/** host:port, an IPv6 address in brackets. */
export const hostPlace = (host: string, port: number | string): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

export function readPlace(text: string): { host: string; port: number } | undefined {
  const at = text.lastIndexOf(':')
  const host = text.slice(0, at).replace(/^\[(.*)\]$/, '$1')
  const port = text.slice(at + 1)
  if (at < 1 || host === '' || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return undefined
  return { host, port: Number(port) }
}
