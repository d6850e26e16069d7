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
  /** As it was typed. */
  text: string
  /** Without the prefix that openssl writes. */
  name: string
  kind: NameKind
  /** The same in the letters that certificates have, where it is a host of another script. */
  ascii?: string
  /** It is not what it looks like. */
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

/** Of a URI with a path, where a comma may belong to it. */
const uriWithPath = /^(uri:|url:)?[a-z][a-z0-9+.-]*:\/\/[^/]+\//i
/** A name of its own: with a prefix, a scheme, a dot or an @. */
const ownName = /^(dns|ip|email|uri|url):|^[a-z][a-z0-9+.-]*:\/\/|^[^=/?&]*[.@][^=/?&]*$/i

/**
 * Names between commas. The comma also separates names on their way to the server, so one that belongs to a URI is
 * written %2C.
 */
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

/** One in each line, or as people paste them: by commas or blanks, with the prefixes of openssl. Each name once. */
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

/** The same names, one in each line, those of other scripts as A-labels. */
export const inAscii = (text: string) =>
  namesIn(text)
    .map(({ name, ascii = name }) => ascii)
    .join('\n')
