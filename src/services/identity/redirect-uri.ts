import { isLoopbackHost } from '#platform/network/loopback.ts'

const longest = 2048

/** Why a redirect URI is not acceptable; undefined if it is. Registered URIs are compared exactly. */
export function redirectUriFault(text: string): string | undefined {
  if (text.length > longest) return `has more than ${longest} characters`
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return 'may have visible ASCII characters only, no backslash'
  if (!URL.canParse(text)) return 'is not an address, as https://app.example.com/callback'
  const { protocol, host, username, password } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(host)))
    return 'must be https, or http on loopback'
  if (!/^https?:\/\/[^/?#]/i.test(text)) return 'must have // and a host after its scheme'
  if (username !== '' || password !== '') return 'must not hold a user name or password'
  if (text.includes('#')) return 'must not have a fragment (#)'
  if (text.includes('*')) return 'must be one address; wildcards are not supported'
  return undefined
}

/** RFC 8252, 7.3: native applications use any free port on loopback. */
export function isLoopbackCallback(text: string): boolean {
  const [, port] = /^http:\/\/127\.0\.0\.1(?::(\d{1,5}))?\/callback$/.exec(text) ?? []
  return text === 'http://127.0.0.1/callback' || (port !== undefined && Number(port) >= 1 && Number(port) <= 65_535)
}

/** Appends parameters; the rest of the address is unchanged. */
export const withParameters = (redirectUri: string, parameters: Record<string, string | undefined>) => {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
