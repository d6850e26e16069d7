import {
  asciiName,
  isAscii,
  isBadAddress,
  isBadWildcard,
  isHostKind,
  isMalformed,
  kindOf,
  type NameKind,
} from '#contract/keys/rules/name-form.ts'

export const maxNames = 1_000

export type TypedName = {
  /** As entered. */
  text: string
  /** Without an OpenSSL prefix such as `DNS:`. */
  name: string
  kind: NameKind
  /** The A-label form of an internationalized host name. */
  ascii?: string
  /** Whether the name is malformed. */
  wrong: boolean
}

const kindWords: Record<NameKind, string> = {
  dns: 'Host name',
  wildcard: 'Wildcard',
  ip: 'IP address',
  mail: 'Email address',
  uri: 'URI',
  other: 'Invalid name',
}
export const kindText = (kind: NameKind) => kindWords[kind]

/** A URI with a path, which can contain commas. */
const uriWithPath = /^(uri:|url:)?[a-z][a-z0-9+.-]*:\/\/[^/]+\//i
/** The start of another name: it has a prefix, a scheme, a dot or an @. */
const ownName = /^(dns|ip|email|uri|url):|^[a-z][a-z0-9+.-]*:\/\/|^[^=/?&]*[.@][^=/?&]*$/i

/** Splits names at commas. The API separates names by commas as well, so a comma within a URI is encoded as %2C. */
function separated(text: string): string[] {
  const names: string[] = []
  for (const part of text.split(',')) {
    const before = names.at(-1)
    if (before !== undefined && part !== '' && uriWithPath.test(before) && !ownName.test(part)) {
      names[names.length - 1] = `${before}%2C${part}`
    } else names.push(part)
  }
  return names
}
const prefix = /^(dns|ip|email|uri|url):(?!\/\/)/i

/** Parses names separated by line breaks, commas or spaces, with or without OpenSSL prefixes. Removes duplicates. */
export function namesIn(text: string): TypedName[] {
  const typed = text
    .replaceAll(/\bip address\s*:/gi, 'IP:')
    .replaceAll(/\b(dns|ip|email|uri|url):\s+/gi, '$1:')
    .split(/\s+/)
    .flatMap(separated)
    .filter(Boolean)
    .map(typedName)
  return [...new Map(typed.map((one) => [one.name.toLowerCase(), one])).values()]
}

function typedName(text: string): TypedName {
  const name = text.replace(prefix, '').replace(/^\[(.*)\]$/, '$1')
  const kind = kindOf(name)
  const ascii = isHostKind(name) && !isAscii(name) ? asciiName(name) : undefined
  const wrong = kind === 'other' || isMalformed(name) || isBadWildcard(name) || isBadAddress(name)
  return { text, name, kind, wrong, ...(ascii !== undefined && { ascii }) }
}

export const isTooManyNames = (text: string) => text.length > 1_000_000 || namesIn(text).length > maxNames

/** The names with A-labels instead of Unicode, one per line. */
export const inAscii = (text: string) =>
  namesIn(text)
    .map(({ name, ascii = name }) => ascii)
    .join('\n')
