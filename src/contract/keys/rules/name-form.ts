/** Kind and validity of certificate names. Purely textual; no name resolution. */
export type NameKind = 'dns' | 'wildcard' | 'ip' | 'mail' | 'uri' | 'other'

const longestLabel = 63
const longestName = 253
const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i

export function kindOf(name: string): NameKind {
  if (ipv4.test(name) || /^\[?[0-9a-f]*:[0-9a-f:.]*\]?$/i.test(name)) return 'ip'
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return 'uri'
  if (name.includes('@')) return 'mail'
  if (name.startsWith('*')) return 'wildcard'
  return /[\s/\\,;]/.test(name) || name === '' ? 'other' : 'dns'
}

export const isHostKind = (name: string) => ['dns', 'wildcard'].includes(kindOf(name))
const hostOf = (name: string) => name.replace(/^\*\./, '')
const labelsOf = (name: string) => hostOf(name).split('.')

/**
 * Whether a host name has an empty, overlong or invalid label. Underscores and non-ASCII letters are reported
 * separately.
 */
export const isMalformed = (name: string) =>
  isHostKind(name) &&
  (name.length > longestName ||
    labelsOf(name).some(
      (one) => one.length > longestLabel || !(label.test(one) || hasUnderscore(one) || !isAscii(one)),
    ))

export const isBadWildcard = (name: string) =>
  name.includes('*') && (!name.startsWith('*.') || hostOf(name).includes('*') || !hostOf(name).includes('.'))

export const hasUnderscore = (name: string) => isHostKind(name) && name.includes('_')
export const isAscii = (name: string) => /^[\x20-\x7e]*$/.test(name)

/** Top-level names that are never public (RFC 2606, 6761, 8375, 9476, ICANN 2024), and common internal ones. */
const internalEndings = new Set(
  'local localhost localdomain internal intranet lan corp home mail private domain test example invalid alt arpa'.split(
    ' ',
  ),
)
export const isInternal = (name: string) => {
  const labels = labelsOf(name.toLowerCase())
  return isHostKind(name) && (labels.length < 2 || internalEndings.has(labels.at(-1) ?? ''))
}

/** IANA special-purpose addresses, which public authorities must not certify (BR 4.2.2). */
export function isReservedAddress(name: string): boolean {
  if (kindOf(name) !== 'ip') return false
  if (!ipv4.test(name)) return /^\[?(::|::1|f[cd]|fe[89ab]|ff|2001:db8|100::)/i.test(name)
  const [a = 0, b = 0, c = 0] = name.split('.').map(Number)
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) ||
    (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
    (a === 203 && b === 0 && c === 113)
  )
}

export const isBadAddress = (name: string) =>
  ipv4.test(name) && name.split('.').some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))

/** The name in ASCII, as in certificates (`bücher.example` → `xn--bcher-kva.example`). */
export function asciiName(name: string): string | undefined {
  const star = name.startsWith('*.') ? '*.' : ''
  try {
    const host = new URL(`http://${hostOf(name)}`).hostname
    return isAscii(host) && host !== '' ? star + host : undefined
  } catch {
    return undefined
  }
}
